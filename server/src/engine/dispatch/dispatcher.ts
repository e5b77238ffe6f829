import { type RunDispatch, type RunEngine, type RunJob, selectFreePlaces } from '../../core/runs/index.ts';
import type { DispatchDatabase } from '../../db/dispatch-database.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/log.ts';
import { maxTogether } from '../start-all.ts';

const maxUnderWay = 8;
const maxWaiting = 5_000;
const lookEveryMs = 100;
/** How long the number of free slots is reused if no run claims a slot in the meantime. */
const placesLifeMs = 1_000;
/** The share of its slots that a workspace may use while the number of its free slots isn't known. */
const trustedShare = 0.1;
const maxTrusted = 20;
/**
 * The maximum number of unfinished runs that a workspace may have in the engine. The sweeper dispatches the
 * rest.
 */
const maxAhead = 50;
/** The pause after a failed dispatch. The sweeper dispatches the runs that are accepted during it. */
const pauseAfterFailureMs = 1_000;
/** After this long, a claim expires: its run has been stored by then, or never will be. */
const claimLifeMs = 3_000;

/**
 * Dispatches runs to the engine right after they are accepted; the sweeper dispatches all others. A workspace
 * can't exceed its free slots, so a flood of runs in one workspace never delays other workspaces.
 */
export class Dispatcher implements RunDispatch {
  readonly #engine: RunEngine;
  readonly #door: DispatchDatabase;
  readonly #logger: Logger;
  readonly #places = new Map<WorkspaceId, number>();
  /**
   * When each slot was claimed. The runs that claimed them aren't stored yet, so the database can't have
   * counted them.
   */
  readonly #claims = new Map<WorkspaceId, number[]>();
  readonly #waiting: RunJob[] = [];
  #underWay = 0;
  #isSendingSoon = false;
  #pausedUntilMs = 0;
  /** When the last query's result expires. */
  #placesUntilMs = 0;
  #look: NodeJS.Timeout | undefined;

  constructor(engine: RunEngine, door: DispatchDatabase, logger: Logger) {
    this.#engine = engine;
    this.#door = door;
    this.#logger = logger;
  }

  claim(workspace: WorkspaceId, most: number): boolean {
    if (performance.now() < this.#pausedUntilMs || this.#waiting.length >= maxWaiting) return false;
    if (this.#look === undefined && performance.now() > this.#placesUntilMs) this.#places.clear();
    const free = this.#places.get(workspace) ?? Math.min(maxTrusted, Math.ceil(most * trustedShare));
    this.#look ??= setTimeout(() => void this.#lookAtPlaces(), lookEveryMs);
    if (free <= 0) return false;
    this.#places.set(workspace, free - 1);
    const claims = this.#claims.get(workspace);
    if (claims) claims.push(performance.now());
    else this.#claims.set(workspace, [performance.now()]);
    return true;
  }

  start(job: RunJob): void {
    this.#claims.get(job.workspace)?.shift();
    this.#waiting.push(job);
    if (this.#isSendingSoon) return;
    this.#isSendingSoon = true;
    // Runs that were stored together are sent in a single request.
    setImmediate(() => {
      this.#isSendingSoon = false;
      this.#sendWhatWaits();
    });
  }

  stop(): void {
    clearTimeout(this.#look);
  }

  #sendWhatWaits(): void {
    while (this.#underWay < maxUnderWay && this.#waiting.length > 0)
      void this.#send(this.#waiting.splice(0, maxTogether));
  }

  async #send(jobs: readonly RunJob[]): Promise<void> {
    this.#underWay++;
    try {
      await this.#engine.start(...jobs);
    } catch (error) {
      if (performance.now() >= this.#pausedUntilMs) {
        this.#logger.warn({ err: error }, 'accepted runs could not be handed to the engine yet');
      }
      this.#pausedUntilMs = performance.now() + pauseAfterFailureMs;
    }
    this.#underWay--;
    this.#sendWhatWaits();
  }

  /** Queries the free slots. A claim made before or during the query may be counted twice, but is never missed. */
  async #lookAtPlaces(): Promise<void> {
    const workspaces = [...this.#places.keys()];
    const [claimedBefore, lookedAt] = [this.#openClaims(), performance.now()];
    const places = await selectFreePlaces(this.#door, workspaces, maxAhead).catch(() => undefined);
    this.#look = undefined;
    this.#placesUntilMs = performance.now() + placesLifeMs;
    this.#places.clear();
    for (const [workspace, free] of places ?? []) {
      const since = this.#claims.get(workspace)?.filter((at) => at >= lookedAt).length ?? 0;
      this.#places.set(workspace, free - (claimedBefore.get(workspace) ?? 0) - since);
    }
  }

  #openClaims(): ReadonlyMap<WorkspaceId, number> {
    const oldest = performance.now() - claimLifeMs;
    for (const [workspace, claims] of this.#claims) {
      const open = claims.filter((at) => at > oldest);
      if (open.length > 0) this.#claims.set(workspace, open);
      else this.#claims.delete(workspace);
    }
    return new Map([...this.#claims].map(([workspace, claims]) => [workspace, claims.length]));
  }
}
