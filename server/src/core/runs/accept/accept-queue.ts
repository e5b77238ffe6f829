import type { IngestDatabase } from '../../../db/ingest-database.ts';
import { NotSent } from '../../../db/single-statement-pool.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isOutage, unavailable } from '../../../lib/errors.ts';
import type { RunId } from '../../../lib/ids.ts';
import type { Acceptance, NewRun } from '../model/run.ts';
import { insertDeliveries, insertRuns, type Stored } from './accept-store.ts';

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

/** Finds the stored runs in a batch whose COMMIT got no response. */
export type FindStored = (batch: readonly NewRun[]) => Promise<ReadonlySet<RunId>>;

interface Waiting {
  readonly run: NewRun;
  readonly order: number;
  resolve(acceptance: Acceptance): void;
  reject(error: unknown): void;
}

/**
 * Stores requests as runs. Requests that arrive together share one insert. A batch is sent at the end of the
 * event-loop tick in which a slot is free, so no request waits for a timer, and batches grow under load.
 */
export class AcceptQueue {
  readonly #ingest: IngestDatabase;
  readonly #findStored: FindStored;
  readonly #clock: Clock;
  readonly #limits: AcceptLimits;
  /** Deliveries with a key need a different statement, so they are batched separately. */
  readonly #plain: Waiting[] = [];
  readonly #keyed: Waiting[] = [];
  #arrived = 0;
  #queuedBytes = 0;
  #inFlight = 0;
  #isSendingSoon = false;
  /**
   * The number of batches whose COMMIT outcome is unknown. They don't block other batches, but their number
   * is capped.
   */
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

  /**
   * Resolves only after the commit. If the queue is full, rejects the request and stores nothing
   * (spec/listeners §7.5).
   */
  accept(run: NewRun): Promise<Acceptance> {
    const { queuedRows, queuedBytes, batchesInFlight } = this.#limits;
    const isFull = this.#plain.length + this.#keyed.length >= queuedRows || this.#queuedBytes >= queuedBytes;
    if (isFull || this.#unsure >= batchesInFlight) {
      const message = 'Requests are arriving faster than they can be stored. Try again shortly.';
      return Promise.reject(unavailable('accepting_too_much', message, undefined));
    }
    return new Promise((resolve, reject) => {
      (run.deliveryKey ? this.#keyed : this.#plain).push({ run, order: this.#arrived++, resolve, reject });
      this.#queuedBytes += run.input.length;
      this.#sendSoon();
    });
  }

  /** Waits for the end of the event-loop tick, so requests read in the same tick share a batch. */
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
      // Store the rows one by one, because one bad row must not fail the others.
      else for (const waiting of batch) await this.#store([waiting]);
    }
  }

  #insert(batch: readonly NewRun[]): Promise<Stored> {
    const insert = batch[0]?.deliveryKey ? insertDeliveries : insertRuns;
    return insert(this.#ingest, batch, this.#clock.now());
  }

  /**
   * Handles a batch whose COMMIT outcome is unknown. Stored runs count as accepted, and the rest are inserted
   * again. The run IDs make this safe, and callers get a receipt despite the outage. If that insert fails
   * too, for example because the first commit was only delayed, both steps are repeated once. Callers whose
   * runs are still missing must retry.
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
      // The database is still down.
    }
    this.#unsure--;
    for (const { reject } of rest) reject(error);
  }

  /** Resolves the requests whose run is stored, and returns the others. */
  async #takeStored(batch: readonly Waiting[]): Promise<Waiting[]> {
    const stored = await this.#findStored(batch.map(({ run }) => run));
    for (const { run, resolve } of batch) {
      if (stored.has(run.id))
        resolve({ kind: 'accepted', run: run.id, isRepeat: false, bodyHash: run.bodyHash });
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

/** A batch that was never sent can't have been stored. */
const isUnsure = (error: unknown): boolean => isOutage(error) && !(error instanceof NotSent);
