import { type ApiSettings, type CallOptions, callApi } from '../api.ts';
import type { NoCustomFields } from '../lead.ts';
import { wait } from '../retry.ts';
import type { EventPage, EventParams } from './event.ts';

const defaultEveryMs = 2_000;

/** Reads what happened in the workspace, limited to what the user can view. */
export class Events<Custom = NoCustomFields> {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** Returns one page of the feed. */
  async list({ after, types, limit }: EventParams = {}, options?: CallOptions): Promise<EventPage<Custom>> {
    const query = { after, types: types?.join(','), limit } as object;
    const page = await callApi(this.#api, 'get_events', { query, options });
    return {
      events: page.events as EventPage<Custom>['events'],
      cursor: page.cursor,
      hasMore: page.has_more,
    };
  }

  /**
   * Follows the feed page by page and never ends by itself: `for await (const { events, cursor } of hark.events.follow())`.
   * If you save each page's cursor and pass it as `after` when your program restarts, you get every event exactly once.
   * Empty pages are returned too, because a cursor expires after 30 days.
   */
  async *follow(
    {
      everyMs = defaultEveryMs,
      after,
      ...params
    }: EventParams & { readonly everyMs?: number | undefined } = {},
    options?: CallOptions,
  ): AsyncGenerator<EventPage<Custom>, void, undefined> {
    for (let next = after; ; ) {
      const page = await this.list({ ...params, after: next }, options);
      yield page;
      next = page.cursor;
      if (!page.hasMore) await wait(everyMs, options?.signal);
    }
  }
}
