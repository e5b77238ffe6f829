import { Recent } from '../cache/recent.ts';
import type { WorkspaceId } from '../ids.ts';
import type { Allowance, RateVerdict } from './token-bucket.ts';

const minuteMs = 60_000;
/** How many minutes of usage are shown. */
const shownMinutes = 15;
const maxWorkspaces = 10_000;
/** Maximum number of callers tracked individually per minute; the rest share one counter. */
const maxCallers = 200;

interface CallerUse<Caller> {
  /** Null for callers that aren't tracked individually because a minute had more than `maxCallers`. */
  readonly caller: Caller | null;
  readonly served: number;
  readonly refused: number;
}

export interface UsePart<Caller> {
  readonly minute: number;
  readonly least: number;
  readonly last: { readonly remaining: number; readonly atMs: number };
  readonly callers: readonly (readonly [name: string, use: CallerUse<Caller>])[];
}

/** The usage of a workspace's rate limit, as far as this process knows it. */
export interface CeilingView<Caller> {
  /** How many requests would pass now. Null if there were no recent requests. */
  readonly remaining: number | null;
  /** The lowest `remaining` in the shown minutes. Null if they had no requests. */
  readonly least: number | null;
  /** One entry per minute, oldest first, including the current one. */
  readonly minutes: readonly { readonly at: Date; readonly served: number; readonly refused: number }[];
  /** Sorted by number of requests, highest first. */
  readonly callers: readonly CallerUse<Caller>[];
}

type Counted<Caller> = { -readonly [Key in keyof CallerUse<Caller>]: CallerUse<Caller>[Key] };

interface Minute<Caller> {
  readonly callers: Map<string, Counted<Caller>>;
  least: number;
  last: UsePart<Caller>['last'];
  isUnshared: boolean;
}

type Minutes<Caller> = Map<number, Minute<Caller>>;

/**
 * Counts in memory which callers use up a workspace's rate limit, because a limiter doesn't record that. Other
 * processes' counts are added when a user opens the page (`shared-use.ts`).
 */
export class CeilingUse<Caller> {
  readonly #workspaces = new Recent<Minutes<Caller>>(maxWorkspaces);

  protected note(
    workspace: WorkspaceId,
    [name, caller]: readonly [name: string, caller: Caller],
    { isAllowed, remaining }: Pick<RateVerdict, 'isAllowed' | 'remaining'>,
    now: Date,
  ): void {
    const atMs = now.getTime();
    const minute = minuteOf(this.#minutesOf(workspace), Math.floor(atMs / minuteMs));
    minute.last = { remaining, atMs };
    minute.least = Math.min(minute.least, remaining);
    minute.isUnshared = true;
    const hasPlace = minute.callers.has(name) || minute.callers.size < maxCallers;
    const counted = entryOf(minute.callers, hasPlace ? name : '', hasPlace ? caller : null);
    if (isAllowed) counted.served += 1;
    else counted.refused += 1;
  }

  /** Returns the minutes that have new counts since the last call, each with its full counts. */
  takeUnshared(): { workspace: string; part: UsePart<Caller> }[] {
    return [...this.#workspaces.entries()].flatMap(([workspace, minutes]) =>
      partsOf(minutes, ({ isUnshared }) => isUnshared).map((part) => {
        const minute = minutes.get(part.minute);
        if (minute) minute.isUnshared = false;
        return { workspace, part };
      }),
    );
  }

  view(
    workspace: WorkspaceId,
    { perMinute, burst }: Allowance,
    now: Date,
    others: readonly UsePart<Caller>[] = [],
  ): CeilingView<Caller> {
    const present = Math.floor(now.getTime() / minuteMs);
    const numbers = Array.from({ length: shownMinutes }, (_, index) => present - shownMinutes + 1 + index);
    const all = [...partsOf(this.#workspaces.get(String(workspace))), ...others];
    const seen = all.filter(({ minute }) => minute > present - shownMinutes && minute <= present);
    const [newest] = seen.map(({ last }) => last).sort((a, b) => b.atMs - a.atMs);
    // The bucket has been refilling since the last request.
    const filled = newest && newest.remaining + ((now.getTime() - newest.atMs) * perMinute) / minuteMs;
    const within = (count: number) => Math.max(0, Math.min(burst, Math.floor(count)));
    return {
      remaining: filled === undefined ? null : within(filled),
      least: seen.length === 0 ? null : within(Math.min(...seen.map(({ least }) => least))),
      minutes: numbers.map((number) => ({
        at: new Date(number * minuteMs),
        ...sumOf(addUp(seen.filter(({ minute }) => minute === number))),
      })),
      callers: addUp(seen).sort((a, b) => b.served + b.refused - a.served - a.refused),
    };
  }

  #minutesOf(workspace: WorkspaceId): Minutes<Caller> {
    const name = String(workspace);
    const known = this.#workspaces.get(name);
    if (known) return known;
    const made: Minutes<Caller> = new Map();
    this.#workspaces.set(name, made);
    return made;
  }
}

const partsOf = <Caller>(
  minutes: Minutes<Caller> | undefined,
  isWanted: (minute: Minute<Caller>) => boolean = () => true,
): UsePart<Caller>[] =>
  [...(minutes ?? [])].flatMap(([number, minute]) =>
    isWanted(minute)
      ? [{ minute: number, least: minute.least, last: minute.last, callers: [...minute.callers] }]
      : [],
  );

/** Returns the counts for a minute. Adding a minute evicts minutes that are too old to be shown. */
function minuteOf<Caller>(minutes: Minutes<Caller>, number: number): Minute<Caller> {
  const known = minutes.get(number);
  if (known) return known;
  for (const old of minutes.keys()) if (old <= number - shownMinutes) minutes.delete(old);
  const made: Minute<Caller> = {
    callers: new Map(),
    least: Number.POSITIVE_INFINITY,
    last: { remaining: 0, atMs: 0 },
    isUnshared: true,
  };
  minutes.set(number, made);
  return made;
}

function entryOf<Caller>(
  callers: Map<string, Counted<Caller>>,
  name: string,
  caller: Caller | null,
): Counted<Caller> {
  const known = callers.get(name);
  if (known) return known;
  const made = { caller, served: 0, refused: 0 };
  callers.set(name, made);
  return made;
}

/** Adds up the minutes and returns one entry per caller. */
function addUp<Caller>(parts: readonly UsePart<Caller>[]): Counted<Caller>[] {
  const all = new Map<string, Counted<Caller>>();
  for (const [name, { caller, served, refused }] of parts.flatMap(({ callers }) => callers)) {
    const sum = entryOf(all, name, caller);
    sum.served += served;
    sum.refused += refused;
  }
  return [...all.values()];
}

function sumOf(counted: Iterable<Counted<unknown>>): { served: number; refused: number } {
  const sum = { served: 0, refused: 0 };
  for (const { served, refused } of counted) {
    sum.served += served;
    sum.refused += refused;
  }
  return sum;
}
