import { invalid } from '../../lib/errors.ts';

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Accepts ISO 8601, or how long ago, such as 90m, 2h or 3d. */
export function readMomentOption(option: string, text: string, now: Date): Date {
  const ago = /^(\d{1,6})([mhd])$/.exec(text);
  const ms = ago ? now.getTime() - Number(ago[1]) * (unitMs[ago[2] ?? ''] ?? 0) : isoMs(text);
  if (Number.isFinite(ms)) return new Date(ms);
  throw invalid(
    'bad_option',
    `${option} must be a timestamp such as 2026-05-01T12:00:00Z or an age such as 90m, 2h or 3d.`,
  );
}

const isoMs = (text: string): number => (/^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN);
