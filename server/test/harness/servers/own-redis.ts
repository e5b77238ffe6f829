import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Secret } from '../../../src/lib/crypto/secret.ts';
import { pingRedis } from '../../../src/lib/limits/redis.ts';
import { freePort } from '../../../src/lib/process/free-port.ts';
import { eventually } from '../eventually.ts';

/** A dedicated Redis server that a test can stop, freeze and restart, on a free port, without persistence. */
export interface OwnRedis {
  readonly url: Secret;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Freezes the server: it accepts connections but never responds. */
  freeze(): void;
  thaw(): void;
  /** Returns the output of redis-cli for a command. */
  cli(...args: string[]): string;
}

/** @param settings in addition to those of every test, as on the command line */
export async function startOwnRedis(settings: readonly string[] = []): Promise<OwnRedis> {
  const port = await freePort();
  const url = new Secret(`redis://127.0.0.1:${port}`);
  let running: ChildProcess | undefined;
  const start = async () => {
    running = spawn(
      'redis-server',
      ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', ...settings],
      {
        stdio: 'ignore',
      },
    );
    await eventually(() => pingRedis(url));
  };
  await start();
  return {
    url,
    start,
    async stop() {
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
    },
    freeze: () => running?.kill('SIGSTOP'),
    thaw: () => running?.kill('SIGCONT'),
    cli: (...args) =>
      spawnSync('redis-cli', ['-u', url.reveal(), ...args], { encoding: 'utf8', timeout: 30_000 }).stdout,
  };
}
