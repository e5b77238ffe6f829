import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../src/lib/process/free-port.ts';
import type { ReceivedEvent } from '../../chaos/follow-ups.ts';

/** Starts a receiver that is killed and restarted every few seconds, until `endKills`. */
export async function startKilledReceiver(file: string, livesMs: number) {
  const port = await freePort();
  const start = async (): Promise<ChildProcess> => {
    const child = fork(new URL('./killed-receiver-process.ts', import.meta.url), [String(port), file]);
    await once(child, 'message');
    return child;
  };
  const ending = new AbortController();
  let running = await start();
  let kills = 0;
  const killing = (async () => {
    while (!ending.signal.aborted) {
      await sleep(livesMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      const gone = once(running, 'exit');
      running.kill('SIGKILL');
      await gone;
      kills++;
      running = await start();
    }
  })();
  return {
    host: `127.0.0.1:${port}`,
    kills: () => kills,
    events: (): ReceivedEvent[] =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line))
        : [],
    async endKills() {
      ending.abort();
      await killing;
    },
    async close() {
      ending.abort();
      await killing;
      running.kill('SIGKILL');
    },
  };
}
