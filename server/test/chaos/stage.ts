import { createRestateEngine } from '../../src/engine/restate/restate-engine.ts';
import type { Secret } from '../../src/lib/crypto/secret.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import type { Supervised } from '../../src/lib/process/supervise.ts';
import { eventually } from '../harness/eventually.ts';
import type { OwnPostgres } from '../harness/servers/own-postgres.ts';
import type { OwnEngine } from './own-engine.ts';
import type { Partner } from './partner.ts';
import type { Target } from './plan.ts';

const recoveryMs = 60_000;

/** The product's processes, with their own PostgreSQL, Redis and engine. */
export interface Parts {
  readonly postgres: OwnPostgres;
  readonly engine: OwnEngine;
  readonly partner: Partner;
  readonly serve: Supervised;
  readonly work: Supervised;
  readonly serveUrl: string;
  readonly listenerUrl: string;
  /** The database administrator's connection URL, which bypasses row-level security. */
  readonly database: Secret;
  /** The directory that contains the processes' logs. */
  readonly logFile: string;
  /** The environment variables for every command. */
  readonly env: Readonly<Record<string, string>>;
  startWork(port: number): Supervised;
  remove(): Promise<void>;
}

/** The running product and its faults. Each fault resolves when the whole product works again. */
export class Stage {
  readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Kills a process with SIGKILL and restarts it. */
  async kill(target: Target): Promise<void> {
    const { postgres, engine } = this.parts;
    if (target === 'postgres') {
      await postgres.kill();
      await postgres.start();
    } else {
      const victim = target === 'engine' ? engine.victim() : { pid: () => this.parts[target].pid };
      const pid = () => victim.pid();
      const killed = await eventually(() => pid() ?? false);
      process.kill(killed, 'SIGKILL');
      await eventually(() => ![undefined, killed].includes(pid()), recoveryMs);
    }
    await this.untilWhole();
  }

  async stopEngine(forMs: number, wait: (ms: number) => Promise<void>): Promise<void> {
    await this.parts.engine.stop();
    await wait(forMs);
    await this.parts.engine.start();
    await this.untilWhole();
  }

  async emptyEngine(): Promise<void> {
    this.parts.engine.loseData();
    await this.kill('engine');
  }

  /**
   * Suspends the worker for longer than it may keep a run, then resumes it. In the meantime, a second worker takes
   * over, as on another machine. The second worker is not stopped afterwards, because the engine keeps calling it for
   * runs that it has already received.
   */
  async freezeWorker(forMs: number, wait: (ms: number) => Promise<void>): Promise<void> {
    const frozen = await eventually(() => this.parts.work.pid ?? false);
    process.kill(frozen, 'SIGSTOP');
    try {
      this.parts.startWork(await freePort());
      await wait(forMs);
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
    await this.untilWhole();
  }

  /** Waits until a request can be accepted, and a ping passes through the engine to a worker and back. */
  async untilWhole(): Promise<void> {
    const { engine, serveUrl } = this.parts;
    const port = createRestateEngine({ ingressUrl: engine.ingressUrl });
    const isReady = async () => {
      const answer = await fetch(`${serveUrl}/readyz`, { signal: AbortSignal.timeout(2_000) });
      await answer.body?.cancel();
      return answer.ok;
    };
    await Promise.all([eventually(isReady, recoveryMs), eventually(() => port.ping(), recoveryMs)]);
  }
}
