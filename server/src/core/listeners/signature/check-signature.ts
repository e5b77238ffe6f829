import { createHash } from 'node:crypto';
import { isSameText } from '../../../lib/crypto/jws.ts';
import { type Refusal, refuse } from '../checks/refusals.ts';
import { headerValues, type RawHeaders } from '../input/raw-headers.ts';
import { slackChallenge } from './delivery-ids.ts';
import {
  type ResolvedSignature,
  type Scheme,
  type SignedHead,
  type SignedRequest,
  signatureOf,
} from './scheme.ts';
import { senderSchemes } from './sender-schemes.ts';

/** Who sent a request, proven by its signature (spec/listeners §10.9). */
export interface VerifiedSender {
  readonly scheme: Scheme['name'];
  readonly id: string | null;
  /** In Unix seconds. */
  readonly timestamp: number | null;
  /** Identifies a repeated delivery. Without it, `idempotency_header` does. */
  readonly deliveryKey: string | undefined;
  /** Identifies a repeated delivery that has no other key. */
  readonly contentKey: string | undefined;
  /** The header that carried the signature. It is a credential, so it isn't stored or shown. */
  readonly signatureHeader: string;
  readonly signsUrl: boolean;
  readonly sendsFormPayload: boolean;
  /** Set if Slack asks whether the URL is right. The response must repeat it. */
  readonly challenge: string | undefined;
}

export type SignatureReason = Extract<Refusal['reason'], `${string}signature${string}`>;

/** What the required headers say, as far as they can be read. */
type ReadHeaders = {
  readonly names: readonly [string, ...string[]];
  /** The values of each header. A header is missing if it has none. */
  readonly values: readonly (readonly string[])[];
} & (
  | { readonly kind: 'missing' | 'malformed'; readonly head?: undefined }
  | { readonly kind: 'read'; readonly head: SignedHead }
);

/** Reads the headers that the scheme requires. */
export function readHeaders(headers: RawHeaders, scheme: Scheme): ReadHeaders {
  const names = scheme.requiredHeaders(headers);
  const values = names.map((name) => headerValues(headers, name));
  if (values.some(({ length }) => length === 0)) return { kind: 'missing', names, values };
  const head = values.every(({ length }) => length === 1) ? scheme.read(values.flat()) : undefined;
  return head ? { kind: 'read', names, values, head } : { kind: 'malformed', names, values };
}

type SignatureRefusal = Refusal & { readonly reason: SignatureReason };

const refuseSignature = (reason: SignatureReason): SignatureRefusal => ({
  ...refuse(reason, { check: 'signature', detail: reason }),
  reason,
});

/** What the headers decide, before the body is read (spec/listeners §10.4). */
export type HeadVerdict =
  | { readonly kind: 'refused'; readonly refusal: SignatureRefusal }
  | { readonly kind: 'read'; readonly head: SignedHead; readonly signatureHeader: string };

/** Checks everything that the headers alone decide. The order of the checks is part of the contract. */
export function checkHead(
  headers: RawHeaders,
  { scheme, keys, toleranceSeconds }: ResolvedSignature,
  now: Date,
): HeadVerdict {
  const refused = (reason: SignatureReason): HeadVerdict => ({
    kind: 'refused',
    refusal: refuseSignature(reason),
  });
  const { kind, head, names } = readHeaders(headers, scheme);
  if (kind !== 'read') return refused(`${kind}_signature`);
  if (keys.length === 0) return refused('no_signature_secret');
  if (Math.abs(secondsSince(head, now) ?? 0) > toleranceSeconds) return refused('signature_out_of_tolerance');
  return { kind: 'read', head, signatureHeader: names[0] };
}

/** Returns how many whole seconds ago the request was signed. Undefined if the time isn't signed. */
export const secondsSince = ({ time }: SignedHead, now: Date): number | undefined =>
  time && Math.floor(now.getTime() / 1_000) - time.seconds;

/** Compares the signature with the body's, in constant time. @returns a rejection if no secret verifies it */
export function verifySender(
  { head, signatureHeader }: Extract<HeadVerdict, { kind: 'read' }>,
  { scheme, keys, dedupe }: ResolvedSignature,
  request: SignedRequest,
): VerifiedSender | SignatureRefusal {
  const content = scheme.content(head, request);
  const expected = keys.map((key) => signatureOf(scheme, key, content));
  const isValid = head.signatures.some((one) => expected.some((other) => isSameText(one, other)));
  if (!isValid) return refuseSignature('wrong_signature');
  const id = scheme.deliveryId(head, request);
  const knowsSender = dedupe === 'auto' && Object.hasOwn(senderSchemes, scheme.name);
  return {
    scheme: scheme.name,
    id: id ?? null,
    timestamp: head.time?.seconds ?? null,
    deliveryKey: knowsSender ? id : undefined,
    // Without a signed time, different deliveries can have the same content. It would be wrong to drop one.
    contentKey: knowsSender && id === undefined && scheme.signsTime ? hashOf(content) : undefined,
    signatureHeader,
    signsUrl: scheme.signsUrl,
    sendsFormPayload: scheme.sendsFormPayload ?? false,
    challenge: scheme.name === 'slack' ? slackChallenge(request) : undefined,
  };
}

function hashOf(content: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const piece of content) hash.update(piece);
  return `sha256:${hash.digest('hex')}`;
}
