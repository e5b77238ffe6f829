import { createHmac, type KeyObject } from 'node:crypto';
import { hmacKey } from '../../../lib/crypto/hmac-key.ts';
import type { RawHeaders } from '../input/raw-headers.ts';
import type { dedupes, HmacSettings, SchemeName } from './signature-settings.ts';

/** The parts of a request that a signature can cover (spec/listeners §10.6). */
export interface SignedRequest {
  readonly method: string;
  /** The listener's stored URL with the query as received. Request headers such as `Host` have no influence. */
  readonly url: string;
  readonly headers: RawHeaders;
  readonly body: Buffer;
}

/** What the headers of a signed request say. */
export interface SignedHead {
  /** The request is valid if any of these matches. */
  readonly signatures: readonly string[];
  readonly time?: SignedTime | undefined;
  /** The delivery's ID, if the signature covers it. */
  readonly id?: string | undefined;
}

export interface SignedTime {
  /** As received, because this is what was signed. */
  readonly text: string;
  readonly seconds: number;
}

/** How one kind of sender proves that it sent a request. */
export interface Scheme {
  readonly name: SchemeName;
  /** How the sender signs. Undefined if the header carries the secret itself. */
  readonly hmac: Pick<HmacSettings, 'algorithm' | 'encoding'> | undefined;
  readonly signsTime: boolean;
  /** If the URL isn't signed, a caller can change the query, so the workflow doesn't read it. */
  readonly signsUrl: boolean;
  /** Whether the sender can send its JSON in the form field `payload` (spec/listeners §10.7). */
  readonly sendsFormPayload?: boolean;
  /** The headers that a request must have, in lower case. The first one carries the signature. */
  requiredHeaders(headers: RawHeaders): readonly [string, ...string[]];
  /** Reads the required headers' values. @returns undefined if they are malformed */
  read(values: readonly string[]): SignedHead | undefined;
  /** Decodes a secret. @returns undefined if it can't be a key of this scheme */
  keyOf(secret: string): KeyObject | undefined;
  /** The signed bytes, in pieces. */
  content(head: SignedHead, request: SignedRequest): readonly (string | Buffer)[];
  /** The sender's own ID of the delivery, if the request has one (spec/listeners §10.8). */
  deliveryId(head: SignedHead, request: SignedRequest): string | undefined;
}

/** A listener's signature settings, resolved for one request. */
export interface ResolvedSignature {
  readonly scheme: Scheme;
  /** The usable secrets (spec/listeners §10.3). If there is none, every request is rejected. */
  readonly keys: readonly KeyObject[];
  readonly toleranceSeconds: number;
  readonly dedupe: (typeof dedupes)[number];
}

/** Returns what the header must contain if the sender has this key. */
export function signatureOf({ hmac }: Scheme, key: KeyObject, content: readonly (string | Buffer)[]): string {
  // Node decodes header values as Latin-1.
  if (!hmac) return key.export().toString('latin1');
  const made = createHmac(hmac.algorithm, key);
  for (const piece of content) made.update(piece);
  return made.digest(hmac.encoding);
}

/** Reads a signed time: decimal digits only, in seconds or milliseconds. */
export function readTime(text: string, unit: 'seconds' | 'milliseconds'): SignedTime | undefined {
  if (!/^\d{1,15}$/.test(text)) return undefined;
  const number = Number(text);
  return { text, seconds: unit === 'seconds' ? number : Math.floor(number / 1_000) };
}

/** A key in UTF-8, unchanged. An empty key is never used. */
export const textKey = (secret: string): KeyObject | undefined =>
  secret === '' ? undefined : hmacKey(secret);
