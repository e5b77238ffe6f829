import { durationOfMs } from '../../../components/values/duration.ts';
import { iterationsOf } from '../../../components/values/step-name.ts';
import type { Step, ViewedRun } from '../viewed-run.ts';

/** A step of the workflow that didn't run. */
export interface UnreachedStep {
  readonly name: string;
  readonly type: string;
  readonly isDisabled: boolean;
  readonly depth: number;
}

export type ShownStep = Step | UnreachedStep;
export const hasRun = (step: ShownStep): step is Step => 'path' in step;
export const keyOf = (step: ShownStep) => (hasRun(step) ? `${step.path} ${step.position}` : ` ${step.name}`);

/** Adds the steps that didn't run to those that ran. Each one comes after the last step that is written before it. */
export function withUnreached(ran: readonly Step[], outline: ViewedRun['outline']): readonly ShownStep[] {
  const written = new Map(outline.map(({ name }, index) => [name, index]));
  const names = new Set(ran.map(({ name }) => name));
  const merged: ShownStep[] = [...ran];
  for (const [index, { name, type, is_disabled, depth }] of outline.entries()) {
    if (names.has(name)) continue;
    const before = merged.findLastIndex((step) => (written.get(step.name) ?? index) < index);
    merged.splice(before + 1, 0, { name, type, isDisabled: is_disabled, depth });
  }
  return merged;
}

/** Returns how many branches and loops are around a step. A deleted workflow has no outline, so only loops are known. */
export const depthOf = (step: ShownStep, outline: ViewedRun['outline']): number =>
  outline.find(({ name }) => name === step.name)?.depth ??
  (hasRun(step) ? iterationsOf(step.path).length : 0);

/** The time range of a timeline, and the labels of its axis. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  /** Round times after the start, and where they are, in percent. */
  readonly ticks: readonly Tick[];
}

interface Tick {
  readonly at: number;
  readonly label: string;
}

/**
 * Returns the timeline's range: from when the run was accepted to the end of the last step, or to now. Steps reused
 * from an earlier run appear at the start.
 */
export function axisOf(acceptedAt: string, steps: readonly Step[]): Axis {
  const from = Date.parse(acceptedAt);
  const ends = steps.map(({ ended_at }) => (ended_at === null ? Date.now() : Date.parse(ended_at)));
  const to = Math.max(...ends, from + 1);
  return { from, to, ticks: ticksOf(to - from) };
}

/** Returns when the run waited for its first step to start. */
export const queuedOf = ({ accepted_at, started_at }: ViewedRun): Queued | undefined =>
  started_at === null ? undefined : { from: accepted_at, to: started_at };

export interface Queued {
  readonly from: string;
  readonly to: string;
}

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
/** The distances between two labels. */
const tickSteps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 20, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 20, 30].map((count) => count * minute),
  ...[1, 2, 5, 12].map((count) => count * hour),
  ...[1, 2, 5, 10, 20, 50, 100, 200].map((count) => count * day),
];
const maxTicks = 3;

/** Labels the start and up to three round times after it. */
function ticksOf(ms: number): readonly Tick[] {
  const step = tickSteps.find((one) => ms / one <= maxTicks) ?? ms;
  return Array.from({ length: Math.floor(ms / step) + 1 }, (_, index) => ({
    at: ((index * step) / ms) * 100,
    label: index === 0 ? '0' : durationOfMs(index * step),
  }));
}

/** Returns where a time is on the axis, in percent. */
export const shareOf = ({ from, to }: Axis, at: number) =>
  Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
