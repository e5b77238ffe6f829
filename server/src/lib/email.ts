/**
 * Whether a text can be a mail address: one @, something on both sides, no blanks or control characters, a domain
 * of labels. Not the whole of RFC 5322 on purpose: what mail servers really take is smaller.
 */
export function isEmail(text: string): boolean {
  if (text.length > 254 || /[\s\p{Cc}<>()[\]\\,;:"]/u.test(text)) return false;
  const [local, domain, ...more] = text.split('@');
  if (!local || !domain || more.length > 0 || local.length > 64) return false;
  if (/^\.|\.$|\.\./.test(local)) return false;
  return domain.split('.').every((label) => /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?$/u.test(label));
}

/** The form in which two addresses are compared. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase();
