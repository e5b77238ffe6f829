import { TemplateProblem } from '../template-error.ts';
import { dayMs } from './calendar.ts';

export interface Zone {
  offsetMsAt(epochMs: number): number;
}

const fixedZone = (offsetMs: number): Zone => ({ offsetMsAt: () => offsetMs });
export const utc: Zone = fixedZone(0);

/**
 * The max zones in the cache. There are about 600 names, including old ones. A zone takes about 30 KB of
 * memory and 0.1 ms to create.
 */
const maxZones = 700;
const zones = new Map<string, Zone>();
let madeZones = 0;

/** Finds a zone by its IANA name or an offset such as `+02:00`. */
export function zoneOf(name: unknown): Zone {
  if (name === 'UTC') return utc;
  if (typeof name !== 'string') {
    throw new TemplateProblem('runtime', "A time zone must be text such as 'Europe/Berlin'.");
  }
  // Case-insensitive, so different spellings can't fill the cache.
  const key = name.toLowerCase();
  const known = zones.get(key);
  if (known) return known;
  const zone = offsetZone(name) ?? namedZone(name);
  if (zones.size >= maxZones) zones.delete(zones.keys().next().value ?? '');
  zones.set(key, zone);
  return zone;
}

function offsetZone(name: string): Zone | undefined {
  if (/^(?:z|utc|gmt|etc\/utc|etc\/gmt)$/i.test(name)) return utc;
  const [, sign, hours, minutes] = /^([+-])([01]\d|2[0-3]):?([0-5]\d)$/.exec(name) ?? [];
  if (sign === undefined) return undefined;
  return fixedZone((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000);
}

function namedZone(name: string): Zone {
  const formatter = /^[a-z][a-z0-9_+/-]{1,63}$/i.test(name) ? formatterOf(name) : undefined;
  if (!formatter) {
    throw new TemplateProblem(
      'runtime',
      "This time zone doesn't exist. Use a name such as 'Europe/Berlin', 'UTC', or an offset such as '+02:00'.",
    );
  }
  const id = madeZones++;
  return { offsetMsAt: (epochMs) => rememberedOffset(id, formatter, epochMs) };
}

function formatterOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
}

/**
 * Gets the offset from the platform, which takes 2 µs. The platform's string ends in `GMT+05:45`, or for
 * times before standard time in `GMT+00:53:28`.
 */
function askOffset(formatter: Intl.DateTimeFormat, epochMs: number): number {
  const text = formatter.format(epochMs);
  const [, sign, hours, minutes, seconds] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  if (sign === undefined) return 0;
  const offset = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -offset : offset;
}

// The offset cache has one slot per zone and block of about three days. For a block in which the clocks
// change, it has one slot per zone and minute. New entries overwrite old ones, so the cache never grows:
// 65,536 slots are 800 KB. No zone has ever changed its clocks back and forth within three days, and since
// 1973 none has done so within a minute.
const blockMs = 2 ** 28;
const minuteMs = 60_000;
const minutesMatterSince = Date.UTC(1973, 0);
const slots = 2 ** 16;
const slotKeys = new Float64Array(slots).fill(-1);
const slotOffsets = new Int32Array(slots);
/** Marks a block in which the clocks change. */
const changing = 0x7fff_ffff;

// No zone changed its clocks before 1834. Starting in 2100 only rules apply, which repeat every 400 years.
const earliestMs = Date.UTC(1800, 0);
const latestMs = Date.UTC(2500, 0);
const cycleMs = 146_097 * dayMs;

function rememberedOffset(zone: number, formatter: Intl.DateTimeFormat, moment: number): number {
  const cycles = moment < latestMs ? 0 : Math.ceil((moment - latestMs + 1) / cycleMs);
  const epochMs = Math.max(moment, earliestMs) - cycles * cycleMs;
  const block = Math.floor(epochMs / blockMs);
  const ofBlock = remember(zone * 2, block, () => {
    const atStart = askOffset(formatter, block * blockMs);
    return atStart === askOffset(formatter, (block + 1) * blockMs) ? atStart : changing;
  });
  if (ofBlock !== changing) return ofBlock;
  if (epochMs < minutesMatterSince) return askOffset(formatter, epochMs);
  const minute = Math.floor(epochMs / minuteMs);
  return remember(zone * 2 + 1, minute, () => askOffset(formatter, minute * minuteMs));
}

function remember(space: number, index: number, ask: () => number): number {
  // An index has at most 33 bits including its sign, so a double represents the key exactly.
  const key = space * 2 ** 34 + (index + 2 ** 32);
  const slot = (Math.imul(space, 0x9e37_79b1) + index) & (slots - 1);
  const known = slotOffsets[slot];
  if (slotKeys[slot] === key && known !== undefined) return known;
  const offset = ask();
  slotKeys[slot] = key;
  slotOffsets[slot] = offset;
  return offset;
}
