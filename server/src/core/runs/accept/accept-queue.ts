import type { IngestDatabase } from '../../../db/ingest-database.ts';
import { NotSent } from '../../../db/single-statement-pool.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isOutage, unavailable } from '../../../lib/errors.ts';
import type { RunId } from '../../../lib/ids.ts';
import type { Acceptance, NewRun } from '../model/run.ts';
import { insertDeliveries, insertRuns, type Stored } from './accept-store.ts';

/** How much is stored, and how much waits, at once. */
interface AcceptLimits {
  readonly batchRows: number;
  readonly batchBytes: number;
  readonly batchesInFlight: number;
  readonly queuedRows: number;
  readonly queuedBytes: number;
}

const acceptLimits: AcceptLimits = {
  batchRows: 200,
  batchBytes: 4 * 1024 * 1024,
  batchesInFlight: 4,
  queuedRows: 5_000,
  queuedBytes: 64 * 1024 * 1024,
};

/** Tells which of these runs are stored; for batches whose COMMIT got no answer. */
export type FindStored = (batch: readonly NewRun[]) => Promise<ReadonlySet<RunId>>;

interface Waiting {
  readonly run: NewRun;
  /** Its place in the order of arrival. */
  readonly order: number;
  resolve(acceptance: Acceptance): void;
  reject(error: unknown): void;
}

/**
 * Where requests become durable. Those that arrive together share one insert: a batch leaves at the end of the turn in which one
 * of a few places is free, so nobody waits for a timer, and the fuller it gets the larger the batches are.
 */
export class AcceptQueue {
  readonly #ingest: IngestDatabase;
  readonly #findStored: FindStored;
  readonly #clock: Clock;
  readonly #limits: AcceptLimits;
  /** Deliveries with a key take another way through the database, so each kind has its own batches. */
  readonly #plain: Waiting[] = [];
  readonly #keyed: Waiting[] = [];
  #arrived = 0;
  #queuedBytes = 0;
  #inFlight = 0;
  #isSendingSoon = false;
  /** Batches of which it is not known yet whether they were stored. They hold up nobody, but nobody is taken beside too many. */
  #unsure = 0;

  constructor(
    ingest: IngestDatabase,
    findStored: FindStored,
    clock: Clock,
    limits: AcceptLimits = acceptLimits,
  ) {
    this.#ingest = ingest;
    this.#findStored = findStored;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Resolves after the commit, and not before. A queue that is full refuses, and stores nothing. */
  accept(run: NewRun): Promise<Acceptance> {
    const { queuedRows, queuedBytes, batchesInFlight } = this.#limits;
    const isFull = this.#plain.length + this.#keyed.length >= queuedRows || this.#queuedBytes >= queuedBytes;
    if (isFull || this.#unsure >= batchesInFlight) {
      const message = 'More requests arrive than can be stored right now. Try again shortly.';
      return Promise.reject(unavailable('accepting_too_much', message, undefined));
    }
    return new Promise((resolve, reject) => {
      (run.deliveryKey ? this.#keyed : this.#plain).push({ run, order: this.#arrived++, resolve, reject });
      this.#queuedBytes += run.input.length;
      this.#sendSoon();
    });
  }

  /** At the end of this turn of the loop: what was read in the same turn goes together, also when places are free. */
  #sendSoon(): void {
    if (this.#isSendingSoon) return;
    this.#isSendingSoon = true;
    setImmediate(() => {
      this.#isSendingSoon = false;
      this.#sendWhatWaits();
    });
  }

  #sendWhatWaits(): void {
    while (this.#inFlight < this.#limits.batchesInFlight) {
      const batch = this.#takeBatch(this.#queueOfTheOldest());
      if (batch.length === 0) return;
      this.#inFlight++;
      void this.#store(batch).finally(() => {
        this.#inFlight--;
        this.#sendWhatWaits();
      });
    }
  }

  #queueOfTheOldest(): Waiting[] {
    const [plain, keyed] = [this.#plain[0], this.#keyed[0]];
    return keyed && (!plain || keyed.order < plain.order) ? this.#keyed : this.#plain;
  }

  #takeBatch(queue: Waiting[]): Waiting[] {
    const { batchRows, batchBytes } = this.#limits;
    let rows = 0;
    let bytes = 0;
    for (const { run } of queue) {
      if (rows === batchRows || (rows > 0 && bytes + run.input.length > batchBytes)) break;
      rows++;
      bytes += run.input.length;
    }
    this.#queuedBytes -= bytes;
    return queue.splice(0, rows);
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    try {
      settle(batch, await this.#insert(batch.map(({ run }) => run)));
    } catch (error) {
      if (isUnsure(error)) void this.#storeUnsure(batch, error);
      else if (isOutage(error)) for (const { reject } of batch) reject(error);
      else if (batch.length === 1) batch[0]?.reject(error);
      // One bad row must not fail its neighbours.
      else for (const waiting of batch) await this.#store([waiting]);
    }
  }

  #insert(batch: readonly NewRun[]): Promise<Stored> {
    const insert = batch[0]?.deliveryKey ? insertDeliveries : insertRuns;
    return insert(this.#ingest, batch, this.#clock.now());
  }

  /**
   * Whether it was committed is not known: whatever is there was accepted. The rest is stored now, which its ids make safe: those who
   * waited get their receipt although the database fell. If that fails too, because the first attempt was only late or for any other
   * reason, it is looked at once more; only what is then not stored is told to come again.
   */
  async #storeUnsure(batch: readonly Waiting[], error: unknown): Promise<void> {
    this.#unsure++;
    let rest = batch;
    try {
      for (let tries = 0; tries < 2 && rest.length > 0; tries++) {
        rest = await this.#takeStored(rest);
        if (rest.length === 0) break;
        const stored = await this.#insert(rest.map(({ run }) => run)).catch(() => undefined);
        if (!stored) continue;
        settle(rest, stored);
        rest = [];
      }
    } catch {
      // The database has not come back.
    }
    this.#unsure--;
    for (const { reject } of rest) reject(error);
  }

  /** Answers those whose run is there, and returns the others. */
  async #takeStored(batch: readonly Waiting[]): Promise<Waiting[]> {
    const stored = await this.#findStored(batch.map(({ run }) => run));
    for (const { run, resolve } of batch) {
      if (stored.has(run.id)) resolve({ kind: 'accepted', run: run.id, isRepeat: false });
    }
    return batch.filter(({ run }) => !stored.has(run.id));
  }
}

function settle(batch: readonly Waiting[], stored: Stored): void {
  for (const { run, resolve } of batch) {
    const found = stored.get(run.id);
    resolve(found ? { kind: 'accepted', ...found } : { kind: 'stale' });
  }
}

/** What was not even sent cannot be there. */
const isUnsure = (error: unknown): boolean => isOutage(error) && !(error instanceof NotSent);
