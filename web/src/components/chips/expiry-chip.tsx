import { sharedTexts } from '../../texts/shared.ts';
import { StateChip } from './state-chip.tsx';

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const soonMs = 7 * 86_400_000;
const maxRelativeMs = 90 * 86_400_000;

const isSoon = (at: string) => Date.parse(at) - Date.now() < soonMs;

/** Says when something expires, such as "expires in 12 days". */
export function expiryText(at: string): string {
  const ms = Date.parse(at) - Date.now();
  const [unit, length] = units.find(([, length]) => Math.abs(ms) >= length) ?? units[2];
  const isFar = Math.abs(ms) > maxRelativeMs;
  return sharedTexts.expiry(
    isFar ? local.format(new Date(at)) : relative.format(Math.round(ms / length), unit),
    ms <= 0,
  );
}

/** Warns of something that expires within a week or has expired. */
export function ExpiryChip({ at }: { at: string | null }) {
  if (at === null || !isSoon(at)) return null;
  const text = expiryText(at);
  return (
    <StateChip tone={Date.parse(at) <= Date.now() ? 'bad' : 'warning'}>
      {text.charAt(0).toUpperCase() + text.slice(1)}
    </StateChip>
  );
}

/** Says when something expires, unless `ExpiryChip` does. Undefined if it doesn't expire. */
export const calmExpiry = (at: string | null): string | undefined =>
  at === null || isSoon(at) ? undefined : expiryText(at);
