import { availableParallelism, totalmem } from 'node:os';
import { drainedAfterMs, maxUnfinished, type Sample } from './backlog.ts';
import type { Fault } from './faults.ts';
import type { Ledger } from './ledger.ts';
import { type Plan, type Target, targets } from './plan.ts';
import type { LeadTotals } from './read-ledger.ts';
import { type CallersView, calm } from './watch.ts';

/** How one kind of fault affected callers and runs. */
interface FaultFigures extends CallersView {
  /** The longest time, over all recoveries, until every run accepted before the recovery had finished. */
  drained_ms: number | null;
  /** Maximum number of unfinished runs during the fault. */
  most_unfinished: number;
}

/** The result of `npm run chaos`. Every sentence in `wrong` is a broken promise. */
export interface ChaosDocument {
  readonly suite: 'chaos';
  readonly form: Plan['form'];
  readonly machine: { cores: number; memory_gib: number; node: string };
  readonly seconds: number;
  readonly accepted: number;
  readonly unanswered: number;
  readonly lost: number;
  readonly doubled: number;
  readonly unfinished: number;
  readonly failed: number;
  readonly outside: Ledger['outside'];
  readonly follow_ups: Ledger['followUps'];
  readonly kills: Readonly<Record<Target, number>>;
  readonly faults: Readonly<Record<string, FaultFigures>>;
  /** The time from the last request until every run had finished. */
  readonly drained_ms: number | null;
  readonly wrong: readonly string[];
}

/** A fault, with its start and end. */
export interface Struck {
  readonly fault: Pick<Fault, 'name' | 'kills' | 'isNoticed'>;
  readonly from: number;
  readonly until: number;
}

export interface RunFacts {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly totals: LeadTotals;
  readonly views: ReadonlyMap<string, CallersView>;
  readonly struck: readonly Struck[];
  readonly samples: readonly Sample[];
  readonly loadEndedAt: number;
  readonly seconds: number;
}

export function describeRun(facts: RunFacts): ChaosDocument {
  const { plan, ledger, struck, samples } = facts;
  const { accepted, unanswered, lost, doubled, unfinished, failed } = ledger;
  const killsOf = (target: Target) => struck.filter(({ fault }) => fault.kills === target).length;
  return {
    suite: 'chaos',
    form: plan.form,
    machine: {
      cores: availableParallelism(),
      memory_gib: Math.round(totalmem() / 2 ** 30),
      node: process.versions.node,
    },
    seconds: Math.round(facts.seconds),
    accepted,
    unanswered,
    lost: lost.length,
    doubled: doubled.length,
    unfinished: unfinished.length,
    failed: failed.length,
    outside: ledger.outside,
    follow_ups: ledger.followUps,
    kills: Object.fromEntries(targets.map((target) => [target, killsOf(target)])) as Record<Target, number>,
    faults: figuresOf(facts),
    drained_ms: drainedAfterMs(samples, facts.loadEndedAt) ?? null,
    wrong: wrongOf(facts),
  };
}

function figuresOf({ views, struck, samples }: RunFacts): Record<string, FaultFigures> {
  const figures = [...views].map(([name, view]): [string, FaultFigures] => {
    const times = struck.filter(({ fault }) => fault.name === name);
    const drains = times.map(({ until }) => drainedAfterMs(samples, until));
    return [
      name,
      {
        ...view,
        drained_ms: drains.includes(undefined) ? null : Math.max(0, ...drains.map((ms) => ms ?? 0)),
        most_unfinished: Math.max(0, ...times.map(({ from, until }) => maxUnfinished(samples, from, until))),
      },
    ];
  });
  return Object.fromEntries(figures);
}

/** What a caller may see while `serve` or PostgreSQL is down: no connection, or a 503. */
const noticed = ['503', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'no answer in 10 s'];
const shownOfEach = 10;

function wrongOf({ plan, ledger, totals, views, struck }: RunFacts): string[] {
  const { accepted, lost, doubled, unfinished, failed } = ledger;
  const mayNotice = new Set(struck.filter(({ fault }) => fault.isNoticed).map(({ fault }) => fault.name));
  const errors = [...views].flatMap(([name, view]) =>
    Object.entries(view.errors)
      .filter(([kind]) => !mayNotice.has(name) || !noticed.includes(kind))
      .map(([kind, count]) => `${name === calm ? 'no fault' : name}: callers saw ${kind}, ${count} times`),
  );
  return [
    ...(accepted < plan.minAccepted ? [`only ${accepted} accepted, not ${plan.minAccepted}`] : []),
    ...errors,
    ...(totals.reported === totals.actual
      ? []
      : [`lists report ${totals.reported} leads instead of ${totals.actual}`]),
    ...Object.entries({ lost, doubled, unfinished, failed }).flatMap(([kind, entries]) => [
      ...entries.slice(0, shownOfEach).map((entry) => `${kind}: ${entry}`),
      ...(entries.length > shownOfEach ? [`${kind}: ${entries.length} in all`] : []),
    ]),
  ];
}

/** Prints a readable summary. */
export function printDocument(document: ChaosDocument): void {
  const { faults, wrong, accepted, lost, doubled, unfinished, failed, seconds, drained_ms } = document;
  console.table(
    Object.fromEntries(
      Object.entries(faults).map(([name, { errors, ...figures }]) => [
        name,
        {
          ...figures,
          errors: Object.entries(errors)
            .map(([kind, count]) => `${count} ${kind}`)
            .join(', '),
        },
      ]),
    ),
  );
  console.log(
    `${accepted} accepted: ${lost} lost, ${doubled} doubled, ${unfinished} unfinished, ${failed} failed; ` +
      `all final ${drained_ms} ms after the last request; ${seconds} s in all.`,
  );
  for (const sentence of wrong) console.log(`WRONG ${sentence}`);
}
