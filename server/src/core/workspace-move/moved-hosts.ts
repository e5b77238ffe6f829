import type { Context } from '../context/index.ts';
import { type MovingHost, selectMovingHosts } from './moving-store.ts';

/** How long requests are forwarded to the new installation. By then, DNS and proxies have changed. */
const forwardMs = 24 * 3_600_000;

/** Where requests to a host go, if its workspace moves. */
export type MovedTo = { readonly forwardTo: readonly string[] } | 'unavailable' | undefined;

/** Knows the hosts whose workspaces move to another installation, or come from one (spec/cells §4.6). */
export class MovedHosts {
  #hosts: ReadonlyMap<string, MovingHost> = new Map();

  async refresh({ db }: Pick<Context, 'db'>): Promise<void> {
    const found = await selectMovingHosts(db);
    const named = found.flatMap((move) =>
      [move.host, move.listener_host ?? []].flat().map((host) => [host, move] as const),
    );
    this.#hosts = new Map(named);
  }

  find(host: string, now: Date): MovedTo {
    const move = this.#hosts.get(host);
    if (!move) return undefined;
    const { move_state: state, forward_to: forwardTo, switches_at: switchesAt } = move;
    if (state === 'moved')
      return forwardTo !== null && isWithin(switchesAt, now, forwardMs) ? { forwardTo } : 'unavailable';
    // The switch is announced, so all processes stop at the same time.
    if (state === 'draining') return switchesAt !== null && switchesAt <= now ? 'unavailable' : undefined;
    return 'unavailable';
  }
}

const isWithin = (since: Date | null, now: Date, periodMs: number): boolean =>
  since !== null && now.getTime() - since.getTime() < periodMs;
