import { type ApiSettings, type CallOptions, callApi } from './api.ts';
import { readBaseUrl } from './base-url.ts';
import { type Credential, readCredential } from './credential.ts';
import type { CustomFields, Me, NoCustomFields } from './lead.ts';
import { Leads } from './leads.ts';
import { defaultRetry, type RetryPolicy } from './retry.ts';

/** Where the workspace is, who calls, and how patiently. */
export type HarkOptions = Credential & {
  /** Scheme, host and port of the workspace. Give the https address itself: credentials do not follow a redirect. */
  readonly baseUrl: string;
  /** How long one try may take; 30 seconds unless you say otherwise. */
  readonly timeoutMs?: number | undefined;
  /** How failed calls are repeated; `{ attempts: 1 }` for never. */
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** What sends the requests, instead of the runtime's own `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
};

/** A client of one workspace's REST API, acting as one user. Name your own lead fields: `new Hark<{ shoe_size: number | null }>(…)`. */
export class Hark<Custom extends CustomFields<Custom> = NoCustomFields> {
  readonly leads: Leads<Custom>;
  readonly #api: ApiSettings;

  constructor(options: HarkOptions) {
    const { baseUrl, timeoutMs = 30_000, retry, fetch } = options;
    this.#api = {
      baseUrl: readBaseUrl(baseUrl),
      credential: readCredential(options),
      timeoutMs,
      retry: { ...defaultRetry, ...retry },
      fetch,
    };
    this.leads = new Leads<Custom>(this.#api);
  }

  /** Who this client acts as. */
  async me(options?: CallOptions): Promise<Me> {
    return (await callApi(this.#api, 'get_users_self', { options })).user;
  }
}
