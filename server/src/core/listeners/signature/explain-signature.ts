import {
  checkHead,
  readHeaders,
  type SignatureReason,
  secondsSince,
  verifySender,
} from './check-signature.ts';
import type { ResolvedSignature, SignedHead, SignedRequest } from './scheme.ts';

/** The checks, in the order in which they run (spec/listeners §10.4). */
export const signatureChecks = ['present', 'form', 'secret', 'time', 'signature'] as const;
type SignatureCheck = (typeof signatureChecks)[number];

const checkOf: Record<SignatureReason, SignatureCheck> = {
  missing_signature: 'present',
  malformed_signature: 'form',
  no_signature_secret: 'secret',
  signature_out_of_tolerance: 'time',
  wrong_signature: 'signature',
};
export const signatureReasons = Object.keys(checkOf) as SignatureReason[];

/** Changes that happen to a body on its way or when it is copied, and that make a valid signature wrong. */
const bodyChanges = {
  line_break_added: (body: string) => body.replace(/\r?\n$/, ''),
  line_break_removed: (body: string) => `${body}\n`,
  line_breaks_replaced: (body: string) => body.replaceAll(/\r?\n/g, '\r\n'),
  json_formatted: compactJson,
} as const;
type BodyChange = keyof typeof bodyChanges;
export const bodyChangeNames = Object.keys(bodyChanges) as BodyChange[];

interface ExplainedSignature {
  /** The verdict from the listener's own code. */
  readonly verdict: 'passed' | SignatureReason;
  /** The response to a rejected request. */
  readonly response: { readonly status: number; readonly text: string } | undefined;
  readonly checks: readonly ExplainedCheck[];
  /** The headers that the scheme requires, as received. A missing header has no values. */
  readonly received: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** The signed text, with the body abbreviated. Undefined if the headers can't be read, or if nothing is signed. */
  readonly signed: string | undefined;
  /** How many seconds ago the request was signed. Undefined if the time isn't signed or can't be read. */
  readonly secondsAgo: number | undefined;
  /** What happened to the body, if the signature is valid without it. */
  readonly bodyChange: BodyChange | undefined;
}

interface ExplainedCheck {
  readonly name: SignatureCheck;
  readonly outcome: 'passed' | 'failed' | 'not_made';
}

/**
 * Explains which check a signed request fails and why, for users who can see the secret. The verdict comes from
 * the listener's own code. The result contains neither a secret nor a signature that one produces.
 */
export function explainSignature(
  request: SignedRequest,
  signature: ResolvedSignature,
  now: Date,
): ExplainedSignature {
  const { names, values, head } = readHeaders(request.headers, signature.scheme);
  const refusal = refusalOf(request, signature, now);
  const isWrong = head !== undefined && !isSigned(head, request, signature);
  return {
    verdict: refusal?.reason ?? 'passed',
    response: refusal && { status: refusal.status, text: refusal.body() },
    checks: checksOf(refusal?.reason, isWrong),
    received: names.map((name, index) => ({ name, values: values[index] ?? [] })),
    signed: head && signature.scheme.hmac && signedText(head, request, signature),
    secondsAgo: head && secondsSince(head, now),
    bodyChange: isWrong
      ? bodyChangeNames.find((name) => isSigned(head, withBody(request, bodyChanges[name]), signature))
      : undefined,
  };
}

/** Runs the listener's checks. */
function refusalOf(request: SignedRequest, signature: ResolvedSignature, now: Date) {
  const verdict = checkHead(request.headers, signature, now);
  if (verdict.kind === 'refused') return verdict.refusal;
  const sender = verifySender(verdict, signature, request);
  return 'reason' in sender ? sender : undefined;
}

const isSigned = (head: SignedHead, request: SignedRequest, signature: ResolvedSignature): boolean =>
  !('reason' in verifySender({ kind: 'read', head, signatureHeader: '' }, signature, request));

/**
 * A listener runs no check after the first one that fails. Requests that someone pastes are usually too old, so
 * here the signature is compared even then.
 */
function checksOf(reason: SignatureReason | undefined, isWrong: boolean): ExplainedCheck[] {
  const failedAt = reason ? signatureChecks.indexOf(checkOf[reason]) : signatureChecks.length;
  return signatureChecks.map((name, index): ExplainedCheck => {
    if (index === failedAt) return { name, outcome: 'failed' };
    if (index < failedAt) return { name, outcome: 'passed' };
    if (reason !== 'signature_out_of_tolerance') return { name, outcome: 'not_made' };
    return { name, outcome: isWrong ? 'failed' : 'passed' };
  });
}

const withBody = (request: SignedRequest, change: (body: string) => string): SignedRequest => ({
  ...request,
  body: Buffer.from(change(request.body.toString())),
});

function compactJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

const signedText = (head: SignedHead, request: SignedRequest, { scheme }: ResolvedSignature): string =>
  scheme
    .content(head, request)
    .map((piece) => (piece === request.body ? abbreviated(piece.toString()) : piece.toString()))
    .join('');

const shownStart = 200;
const shownEnd = 40;

const abbreviated = (text: string): string =>
  text.length <= shownStart + shownEnd ? text : `${text.slice(0, shownStart)} … ${text.slice(-shownEnd)}`;
