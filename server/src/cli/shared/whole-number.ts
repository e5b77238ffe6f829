import { invalid } from '../../lib/errors.ts';

export function readWholeNumber(option: string, text: string, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value;
  throw invalid(
    'bad_option',
    `${option} must be a whole number${most < Number.MAX_SAFE_INTEGER ? ` from 1 to ${most}` : ''}.`,
  );
}
