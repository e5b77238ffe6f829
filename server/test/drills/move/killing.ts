import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DrillOptions } from '../drill.ts';
import type { Victim } from './cell.ts';

const [minPauseMs, maxPauseMs] = [3_000, 8_000];

/** Kills one process after the other with SIGKILL, at random, each as soon as the one before works again. */
export function startKilling(victims: readonly Victim[], progress: DrillOptions['progress']) {
  const kills: Record<string, number> = {};
  const stopping = new AbortController();
  const { signal } = stopping;
  const working = (async () => {
    while (!signal.aborted) {
      await sleep(randomInt(minPauseMs, maxPauseMs), undefined, { signal }).catch(() => undefined);
      const victim = victims[randomInt(victims.length)];
      const pid = victim?.pid();
      if (signal.aborted || !victim || pid === undefined) continue;
      process.kill(pid, 'SIGKILL');
      kills[victim.name] = (kills[victim.name] ?? 0) + 1;
      await victim.untilReady();
      progress(`killed ${victim.name}`);
    }
  })();
  working.catch(() => undefined);
  return {
    /** @returns how often each process was killed */
    async stop() {
      stopping.abort();
      await working;
      return kills;
    },
  };
}
