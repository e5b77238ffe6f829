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

/** The programs that the product consists of, each a process of its own, on servers that nobody else uses. */
export interface Parts {
  readonly postgres: OwnPostgres;
  readonly engine: OwnEngine;
  readonly partner: Partner;
  readonly serve: Supervised;
  readonly work: Supervised;
  readonly serveUrl: string;
  readonly listenerUrl: string;
  /** The administrator's address, past every wall. */
  readonly database: Secret;
  /** Where everything that the processes say is written down. */
  readonly logFile: string;
  /** What every command of the product is told. */
  readonly env: Readonly<Record<string, string>>;
  startWork(port: number): Supervised;
  remove(): Promise<void>;
}

/** The product, and what can be done to it. Each fault resolves when the whole product works again. */
export class Stage {
  readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** SIGKILL, and back. */
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
   * Stops the worker as it stands, for longer than it may keep a run to itself, and wakes it. Another one takes the work over
   * meanwhile, as on another machine; it stays until the end, because the engine goes on calling it for what it was given.
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

  /** A request can be accepted, and a ping goes through the engine to a worker and back. */
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
