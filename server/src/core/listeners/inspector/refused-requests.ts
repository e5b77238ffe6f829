import type { ListenerId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import type { RefusedRequest } from './refused-request.ts';
import { insertRefused } from './refused-store.ts';

/** The max rejected requests kept per listener between two writes. More would tell the reader nothing new. */
const maxOfOne = 20;
const maxListeners = 500;
const maxNames = 50;
const maxNameLength = 100;

/** Buffers rejected requests, so a rejection doesn't have to write to the database. */
export class RefusedRequests {
  #waiting = new Map<ListenerId, RefusedRequest[]>();

  note(request: RefusedRequest): void {
    const others = this.#waiting.get(request.listener) ?? [];
    if (others.length >= maxOfOne || (others.length === 0 && this.#waiting.size >= maxListeners)) return;
    const names = request.headerNames.map((name) => name.toLowerCase().slice(0, maxNameLength));
    others.push({ ...request, headerNames: [...new Set(names)].slice(0, maxNames) });
    this.#waiting.set(request.listener, others);
  }

  /** Writes the buffered requests. If the write fails, they are dropped. */
  async write(context: Context): Promise<void> {
    const gathered = [...this.#waiting.values()].flat();
    if (gathered.length === 0) return;
    this.#waiting = new Map();
    const { db } = context;
    for (const [workspace, requests] of Map.groupBy(gathered, (request) => request.workspace)) {
      await db.write(workspace, (transaction) => insertRefused(transaction, workspace, requests));
    }
  }
}
