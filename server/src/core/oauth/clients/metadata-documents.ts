import { Recent } from '../../../lib/cache/recent.ts';
import type { Clock } from '../../../lib/clock.ts';
import { HarkError } from '../../../lib/errors.ts';
import { checkJson } from '../../../lib/json.ts';
import type { Allowance, RateLimiter } from '../../../lib/limits/token-bucket.ts';
import type { Workspace } from '../../workspaces/index.ts';
import { type ClientMetadata, readClientMetadata } from './client-metadata.ts';
import { isValidMetadataUrl } from './oauth-client.ts';

export interface FetchedDocument {
  readonly status: number;
  /** Headers with names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/**
 * Fetches an untrusted URL once: public IP addresses only, no redirects, at most `documentBytes`, with a
 * timeout. Rejects if there is no response or the response is too large. Implemented by the guarded egress
 * client.
 */
export type FetchDocument = (url: string) => Promise<FetchedDocument>;

/** The max document size, as recommended by the draft. */
export const documentBytes = 5 * 1024;

const maxKept = 1_000;
const [minMs, maxMs] = [60_000, 24 * 3_600_000];
/** The limit per caller and workspace, so one caller can't use up the fetches that others need. */
const perCaller = { perMinute: 30, burst: 30 };
/**
 * The limit for all callers in a workspace together, which bounds how much Hark fetches. A single caller
 * can't reach it.
 */
const perWorkspace = { perMinute: 600, burst: 600 };

export interface ReadDocument {
  readonly metadata: ClientMetadata;
  readonly fetchedAt: Date;
}

interface Kept extends ReadDocument {
  readonly untilMs: number;
}

/** What can fail: the document's URL, fetching the document, or its content. */
export const documentChecks = ['address', 'answer', 'content'] as const;

/** Thrown if the document can't be used. The app gets an unknown-client error. */
export class DocumentFault extends HarkError {
  readonly check: (typeof documentChecks)[number];

  constructor(check: DocumentFault['check'], message: string, cause?: unknown) {
    super('invalid', 'invalid_client', message, { cause });
    this.check = check;
  }
}

/**
 * Fetches client metadata documents. Valid documents are cached for as long as they allow, between a minute
 * and a day. The cache spans workspaces, because the documents are public. Failures are never cached.
 * Concurrent requests share one fetch.
 */
export class MetadataDocuments {
  readonly #fetch: FetchDocument;
  readonly #limiter: RateLimiter;
  readonly #clock: Clock;
  readonly #kept = new Recent<Kept>(maxKept);
  readonly #running = new Map<string, Promise<ReadDocument>>();

  constructor(fetch: FetchDocument, limiter: RateLimiter, clock: Clock) {
    this.#fetch = fetch;
    this.#limiter = limiter;
    this.#clock = clock;
  }

  /**
   * Reads an app's metadata. Fetches count toward the limit of `caller`, an IP address or user.
   * @throws DocumentFault
   */
  async read(workspace: Workspace, url: string, caller: string): Promise<ReadDocument> {
    if (!isValidMetadataUrl(url)) throw badUrl();
    const kept = this.#kept.get(url);
    if (kept && kept.untilMs > this.#clock.now().getTime()) return kept;
    if (!this.#running.has(url)) await this.#limit(workspace, caller);
    const fetching = this.#running.get(url) ?? this.#fetchOnce(url).finally(() => this.#running.delete(url));
    this.#running.set(url, fetching);
    return fetching;
  }

  /** A caller that exceeds its own limit doesn't use up the workspace's limit. */
  async #limit({ id }: Workspace, caller: string): Promise<void> {
    await this.#take(`metadata:${id}:${caller}`, perCaller);
    await this.#take(`metadata-of:${id}`, perWorkspace);
  }

  async #take(key: string, allowance: Allowance): Promise<void> {
    const { isAllowed, retryAfterMs } = await this.#limiter.take(key, allowance);
    if (isAllowed) return;
    throw new HarkError(
      'too-many',
      'metadata_limited',
      'Too many client metadata documents are being fetched. Try again shortly.',
      { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) },
    );
  }

  async #fetchOnce(url: string): Promise<ReadDocument> {
    const { status, headers, body } = await this.#fetch(url).catch((error: unknown) => {
      throw unreadable(error);
    });
    const isJson = /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(headers['content-type'] ?? '');
    if (status !== 200 || !isJson || body.length > documentBytes) throw unreadable();
    const metadata = readClientMetadata(url, parse(body));
    if (!metadata) throw badDocument();
    const fetchedAt = this.#clock.now();
    const untilMs = fetchedAt.getTime() + keptMs(headers['cache-control'] ?? '');
    this.#kept.set(url, { metadata, fetchedAt, untilMs });
    return { metadata, fetchedAt };
  }
}

function parse(body: Buffer): unknown {
  try {
    return checkJson(body).value;
  } catch {
    throw badDocument();
  }
}

/** Returns the cache lifetime that the document requests, within our bounds. */
function keptMs(cacheControl: string): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})(?:[\s,]|$)/i.exec(cacheControl)?.[1];
  return Math.min(maxMs, Math.max(minMs, Number(seconds ?? 0) * 1_000));
}

const badUrl = () =>
  new DocumentFault(
    'address',
    "The client_id isn't a valid URL of a client metadata document. It must be an https URL with a path, without a user name, fragment or dot segments.",
  );

const unreadable = (cause?: unknown) =>
  new DocumentFault(
    'answer',
    "The client metadata document couldn't be read. It must be public JSON of at most 5 KB at exactly this URL, without a redirect.",
    cause,
  );

const badDocument = () =>
  new DocumentFault(
    'content',
    "The client metadata document isn't valid. It needs its own URL as client_id, a client_name, redirect_uris with https or loopback URLs, and no secret.",
  );
