import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { exchange, type HopAnswer } from './exchange.ts';
import { EgressFailure, refused, unreachable, unusable } from './failure.ts';
import { type ResolveName, resolveOutside, resolveOwn } from './names.ts';
import { followRedirect, type HopRequest, isRedirect } from './redirect.ts';
import { type EgressRules, judgeTarget, type Target } from './target.ts';

type IPv4 = ipaddr.IPv4;
type IPv6 = ipaddr.IPv6;

/** Addresses within public ranges that lead into the machine's own surroundings. */
const surroundings = [
  // Azure's platform: its metadata and its keys.
  ipaddr.IPv4.parseCIDR('168.63.129.16/32'),
];

/** The only part of IPv6 that is given out for the public (RFC 4291, 2.4; IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address, as a resolver gives it, belongs to the public internet. Every form that carries another address inside
 * it is refused whole, whatever that address is: mapped (::ffff:), compatible, NAT64, 6to4, Teredo, ISATAP. What is not
 * known to be public is not.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  // Everything that is not a special purpose by IANA's registries is `unicast` here.
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? isPublicIpv4(address as IPv4) : isPublicIpv6(address as IPv6);
}

const isPublicIpv4 = (address: IPv4): boolean => !surroundings.some((range) => address.match(range));

const isPublicIpv6 = (address: IPv6): boolean => address.match(globalUnicast) && !isIsatap(address);

/** RFC 5214, 6.1: the last half is 0:5efe or 200:5efe and an IPv4 address. */
function isIsatap({ parts }: IPv6): boolean {
  return ((parts[4] ?? 0) & 0xfdff) === 0 && parts[5] === 0x5efe;
}

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);
const maxEncodings = 2;

/**
 * Undoes what `Content-Encoding` names, last one first. The number of encodings and the size after each are bounded, so that a few bytes
 * never become a gigabyte, in one step or in many.
 */
async function decodeBody(body: Buffer, contentEncoding: string, maximumBytes: number): Promise<Buffer> {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (encodings.length > maxEncodings) throw unusable('The answer is compressed several times over.');
  let decoded = body;
  for (const name of decoded.length > 0 ? encodings.reverse() : []) {
    const decode = decoders.get(name);
    if (!decode) throw unusable('The answer is compressed in a way that was not asked for.');
    decoded = await decode(decoded, { maxOutputLength: maximumBytes }).catch((error: unknown) => {
      throw unusable(
        (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
          ? `The answer has more than ${maximumBytes} bytes when it is unpacked.`
          : 'The answer is compressed and cannot be unpacked.',
      );
    });
  }
  return decoded;
}

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
