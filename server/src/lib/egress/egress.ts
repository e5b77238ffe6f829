import { isPublicAddress } from './address.ts';
import { decodeBody } from './decode.ts';
import { exchange, type HopAnswer } from './exchange.ts';
import { EgressFailure, refused, unreachable, unusable } from './failure.ts';
import { type ResolveName, resolveOutside, resolveOwn } from './names.ts';
import { followRedirect, type HopRequest, isRedirect } from './redirect.ts';
import { type EgressRules, judgeTarget, type Target } from './target.ts';

const longestMs = 30_000;

/** What is sent to the outside, and how much may come back. */
export interface EgressRequest {
  readonly url: string;
  readonly method: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For all of it, redirects included; at most 30 seconds. */
  readonly timeoutMs: number;
  /** Of the body, as it comes and unpacked. */
  readonly maximumBytes: number;
  /** How many redirects are followed; one beyond them is the answer when it is 0, and a failure otherwise. */
  readonly redirects: number;
  readonly httpsOnly?: boolean;
  /** For addresses that a stranger chose: hosts that the operator named for workflows are out of reach too. */
  readonly publicOnly?: boolean;
}

/** What came back, with the body unpacked. */
export type EgressAnswer = HopAnswer;

/**
 * The only way out to the network: every outside call gets the same checks.
 * @throws EgressFailure if no response arrived
 */
export type Egress = (request: EgressRequest) => Promise<EgressAnswer>;

interface EgressOptions extends EgressRules {
  /** For tests: name servers that answer as they like. */
  readonly resolve?: ResolveName;
}

/**
 * Makes the way out. A name is resolved once and each of its addresses must be public: one that is not forbids them all. What was
 * checked is what is connected to. Each redirect is judged like the first address.
 */
export function createEgress({ ports, allow, resolve }: EgressOptions): Egress {
  const rules = { ports, allow };
  const addressesOf = async ({ url, isAllowed }: Target, signal: AbortSignal) => {
    const name = url.hostname.replace(/^\[|\]$/g, '');
    const found = await (resolve ?? (isAllowed ? resolveOwn : resolveOutside))(name, signal);
    if (found.length === 0) throw unreachable('There is no server of that name.');
    if (!isAllowed && !found.every(isPublicAddress)) {
      throw refused(
        'This server is not on the public internet. The operator can allow it by HARK_EGRESS_ALLOW.',
      );
    }
    return found;
  };

  return async (request) => {
    const timeoutMs = Math.min(request.timeoutMs, longestMs);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await withinTime(send(request, rules, addressesOf, signal), signal);
    } catch (error) {
      if (error instanceof EgressFailure || !signal.aborted) throw error;
      throw unreachable(`The server did not answer in full within ${timeoutMs} ms.`);
    }
  };
}

async function send(
  { url, maximumBytes, redirects, httpsOnly = false, publicOnly = false, ...first }: EgressRequest,
  rules: EgressRules,
  addressesOf: (target: Target, signal: AbortSignal) => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<EgressAnswer> {
  let request: HopRequest = { body: undefined, ...first };
  let address = url;
  let mayUseAllowed = !publicOnly;
  for (let followed = 0; ; followed++) {
    const target = judgeTarget(address, { ...rules, httpsOnly, mayUseAllowed });
    const addresses = await addressesOf(target, signal);
    const answer = await exchange(target.url, addresses, request, { maximumBytes, signal });
    const { location } = answer.headers;
    if (redirects === 0 || !isRedirect(answer.status, location)) {
      const encoding = answer.headers['content-encoding'] ?? '';
      return { ...answer, body: await decodeBody(answer.body, encoding, maximumBytes) };
    }
    if (followed === redirects) throw unusable(`The server redirects more than ${redirects} times.`);
    ({ address, request } = followRedirect(request, target.url, answer.status, location));
    // Where the operator's own hosts are concerned, only one of them may pass a call on to another.
    mayUseAllowed &&= target.isAllowed;
  }
}

/** A look-up cannot always be cancelled; nobody waits for it any longer. */
function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
