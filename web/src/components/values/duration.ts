import { runsTexts } from '../../texts/runs/runs.ts';

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** Formats the time between two moments in the largest suitable unit. Without an end, it measures until now. */
export const durationOf = (from: string, to: string | null, now = Date.now()): string =>
  durationOfMs(Math.max(0, (to === null ? now : Date.parse(to)) - Date.parse(from)));

export function durationOfMs(ms: number): string {
  const unit = units.find(([, length]) => ms >= length);
  if (!unit) return runsTexts.duration.ms(Math.round(ms));
  return runsTexts.duration[unit[0]](Math.round((ms / unit[1]) * 10) / 10);
}

/** Returns the largest unit that a duration reaches, in milliseconds. */
export const unitFor = (ms: number): number => units.find(([, length]) => ms >= length)?.[1] ?? 1;

/** Formats the time until something happens, in whole units: "8 s". */
export function countdownOf(ms: number): string {
  const [unit, length] = units.find(([, one]) => ms >= one) ?? ['s', 1_000];
  return runsTexts.duration[unit](Math.max(0, Math.ceil(ms / length)));
}
