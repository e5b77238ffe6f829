/**
 * Checks an email address. Deliberately stricter than RFC 5322, because mail servers accept less than the RFC
 * allows.
 */
export function isEmail(text: string): boolean {
  if (text.length > 254 || /[\s\p{Cc}<>()[\]\\,;:"]/u.test(text)) return false;
  const [local, domain, ...more] = text.split('@');
  if (!local || !domain || more.length > 0 || local.length > 64) return false;
  if (/^\.|\.$|\.\./.test(local)) return false;
  return domain.split('.').every((label) => /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?$/u.test(label));
}

/** Normalizes an email address for comparisons. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase();
