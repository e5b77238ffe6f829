// Measures how much slower a listener accepts requests while 10,000 events per second are written and relayed.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { testKey } from '../../server/test/harness/scratch-database.ts';
import { Rate } from '../api/rate.ts';
import { type Side, takeTurns } from '../api/rates.ts';
import { type Bar, judge, type Measured, median, rounded } from '../document.ts';
import { type ListenerSetup, withListenerSetup } from '../listener/setup.ts';
import { measureAccepting } from '../listener/sides.ts';
import type { BenchOptions } from '../options.ts';
import { makeEvent, startWriting } from './event-writer.ts';

const connections = 64;
const effortOf = (quick: boolean) => ({
  rounds: quick ? 3 : 5,
  seconds: quick ? 1 : 5,
  eventsPerSecond: 10_000,
  /** Whether each measurement waits until PostgreSQL has written everything from the previous one to disk. */
  hasCheckpoints: true,
});
type Effort = ReturnType<typeof effortOf>;

export const bars: Readonly<Record<string, Bar & { readonly because: string }>> = {
  accept_while_written_vs_alone: {
    least: 0.95,
    because: 'PostgreSQL writes the events on the same cores',
  },
  accept_while_relayed_vs_alone: {
    least: 0.95,
    because: 'the relay and PostgreSQL use the same cores as the listener',
  },
  cpu_per_request_while_relayed_vs_alone: {
    most: 1.05,
    because: 'the caches of the processor are shared',
  },
};

/** What else happens while requests are accepted. */
type Company = 'alone' | 'written' | 'relayed';

export const benchEvents = ({ quick, progress }: BenchOptions, effort = effortOf(quick)): Promise<Measured> =>
  withListenerSetup((world) => measure(world, effort, progress));

async function measure(
  world: ListenerSetup,
  effort: Effort,
  progress: (line: string) => void,
): Promise<Measured> {
  const { eventsPerSecond, hasCheckpoints, ...rest } = effort;
  const event = await makeEvent(world.addresses);
  const relay = fork(new URL('./relay-process.ts', import.meta.url), {
    execArgv: [],
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: world.addresses.owner.reveal(),
      SECRET_KEY: testKey.reveal(),
    },
  });
  try {
    const full = { alone: new Rate(), written: new Rate(), relayed: new Rate() };
    const quarter = { alone: new Rate(), written: new Rate(), relayed: new Rate() };
    const writtenPerSecond: number[] = [];
    const relayedPerSecond: number[] = [];
    const sidesOf = (rates: Record<Company, Rate>, perSecond?: number): Side[] =>
      (['alone', 'written', 'relayed'] as const).map((company) => async (seconds, isWarmUp) => {
        await emptyTables(world, event, hasCheckpoints);
        if (company === 'relayed') await turn(relay, true);
        const writer =
          company === 'alone' ? undefined : startWriting(world.addresses, event, eventsPerSecond);
        const job = { connections, seconds, ...(perSecond && { perSecond }) };
        await measureAccepting(world, world.product, isWarmUp ? new Rate() : rates[company], job);
        const written = await writer?.stop();
        if (company === 'relayed') {
          await turn(relay, false);
          if (!isWarmUp) relayedPerSecond.push((await countRelayed(world)) / seconds);
        }
        if (!isWarmUp && written !== undefined) writtenPerSecond.push(written);
      });
    await takeTurns('accepting as much as possible', sidesOf(full), effort, progress);
    const perSecond = Math.round(full.alone.perSecond() / 4);
    await takeTurns(`accepting ${perSecond} per second`, sidesOf(quarter, perSecond), effort, progress);
    const cpuOf = (rate: Rate) => {
      const { process, postgres } = rate.figure().cpu_us_per_request;
      return process + postgres;
    };
    const ratios = {
      accept_while_written_vs_alone: rounded(full.written.perSecond() / full.alone.perSecond()),
      accept_while_relayed_vs_alone: rounded(full.relayed.perSecond() / full.alone.perSecond()),
      cpu_per_request_while_relayed_vs_alone: rounded(cpuOf(quarter.relayed) / cpuOf(quarter.alone)),
    };
    return {
      suite: 'events',
      data: { events_per_second: eventsPerSecond, connections, ...rest },
      figures: {
        written_per_second: rounded(median(writtenPerSecond), 1),
        relayed_per_second: rounded(median(relayedPerSecond), 1),
        accept_alone: full.alone.figure(),
        accept_while_written: full.written.figure(),
        accept_while_relayed: full.relayed.figure(),
        at_a_quarter: {
          asked_per_second: perSecond,
          alone: quarter.alone.figure(),
          while_written: quarter.written.figure(),
          while_relayed: quarter.relayed.figure(),
        },
      },
      ratios,
      ...judge(ratios, bars),
      wrong: world.load.wrong,
    };
  } finally {
    relay.kill();
  }
}

async function turn(relay: ChildProcess, isOn: boolean): Promise<void> {
  const isDone = once(relay, 'message');
  relay.send(isOn);
  const ended = once(relay, 'exit').then(() => {
    throw new Error('The relay ended.');
  });
  await Promise.race([isDone, ended]);
}

async function emptyTables({ client }: ListenerSetup, event: string, hasCheckpoints: boolean): Promise<void> {
  await client.query('truncate runs, run_steps');
  await client.query('delete from events where id <> $1', [event]);
  await client.query('vacuum events');
  if (hasCheckpoints) await client.query('checkpoint');
}

async function countRelayed({ client }: ListenerSetup): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int from events where position is not null',
  );
  return rows[0]?.count ?? 0;
}
