/** Deliberately stricter than RFC 5322, because mail servers accept less. */
export function isEmail(text: string): boolean {
  if (text.length > 254 || /[\s\p{Cc}<>()[\]\\,;:"]/u.test(text)) return false;
  const [local, domain, ...more] = text.split('@');
  if (!local || !domain || more.length > 0 || local.length > 64) return false;
  if (/^\.|\.$|\.\./.test(local)) return false;
  return domain.split('.').every((label) => /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?$/u.test(label));
}

/** Use this form to compare email addresses. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase();
