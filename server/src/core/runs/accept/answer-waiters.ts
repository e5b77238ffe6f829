import type { DispatchDatabase } from '../../../db/dispatch-database.ts';
import type { RunId, WorkspaceId } from '../../../lib/ids.ts';
import { selectSettled } from '../dispatch/dispatch-store.ts';

const lookEveryMs = 500;
/** The max waiting callers in this process, and below it the max per workspace. */
const maxWaiting = 1_000;
const maxOfOneWorkspace = 200;

interface Waiter {
  readonly workspace: WorkspaceId;
  readonly run: RunId;
  settle(isSettled: boolean): void;
}

/**
 * The callers in this process that wait for their run's response. Notifications wake them. Because a
 * notification can get lost, a query for all waiting callers runs every half second.
 */
export class AnswerWaiters {
  readonly #door: DispatchDatabase;
  /**
   * Waiters by run. A repeated delivery waits for the first delivery's run, so one run can have several
   * waiters.
   */
  readonly #waiters = new Map<RunId, Set<Waiter>>();
  readonly #ofWorkspace = new Map<WorkspaceId, number>();
  #count = 0;
  #look: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(door: DispatchDatabase) {
    this.#door = door;
  }

  /**
   * Waits until a run has responded or finished.
   * @returns false after the timeout, if too many callers are already waiting, or if the process is shutting
   * down
   */
  wait(workspace: WorkspaceId, run: RunId, signal: AbortSignal): Promise<boolean> {
    const ofThis = this.#ofWorkspace.get(workspace) ?? 0;
    if (this.#isClosed || signal.aborted || this.#count >= maxWaiting || ofThis >= maxOfOneWorkspace) {
      return Promise.resolve(false);
    }
    this.#count++;
    this.#ofWorkspace.set(workspace, ofThis + 1);
    this.#look ??= setTimeout(() => void this.#lookAtAll(), lookEveryMs);
    return new Promise((resolve) => {
      const leave = () => waiter.settle(false);
      const waiter: Waiter = {
        workspace,
        run,
        settle: (isSettled) => {
          signal.removeEventListener('abort', leave);
          if (this.#forget(waiter)) resolve(isSettled);
        },
      };
      const others = this.#waiters.get(run) ?? new Set();
      this.#waiters.set(run, others.add(waiter));
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  wake(run: string): void {
    for (const waiter of this.#waiters.get(run as RunId) ?? []) waiter.settle(true);
  }

  /**
   * Releases all waiting requests on shutdown. They get a 202, and their runs continue (spec/listeners §7.2).
   */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#look);
    for (const waiters of [...this.#waiters.values()])
      for (const waiter of [...waiters]) waiter.settle(false);
  }

  #forget(waiter: Waiter): boolean {
    const others = this.#waiters.get(waiter.run);
    if (!others?.delete(waiter)) return false;
    if (others.size === 0) this.#waiters.delete(waiter.run);
    this.#count--;
    const left = (this.#ofWorkspace.get(waiter.workspace) ?? 1) - 1;
    if (left === 0) this.#ofWorkspace.delete(waiter.workspace);
    else this.#ofWorkspace.set(waiter.workspace, left);
    return true;
  }

  async #lookAtAll(): Promise<void> {
    const waiting = [...this.#waiters.values()].flatMap((waiters) => [...waiters].slice(0, 1));
    const settled = await selectSettled(this.#door, waiting).catch(() => []);
    for (const run of settled) this.wake(run);
    this.#look =
      this.#waiters.size === 0 || this.#isClosed
        ? undefined
        : setTimeout(() => void this.#lookAtAll(), lookEveryMs);
  }
}
