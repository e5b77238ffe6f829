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

/** Public IP addresses that lead to the machine's own environment. */
const surroundings = [
  // Azure's platform: its metadata and its keys.
  ipaddr.IPv4.parseCIDR('168.63.129.16/32'),
];

/** The only globally routed part of IPv6 (RFC 4291, 2.4; IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet. Rejects unknown ranges, and every form that embeds
 * another address: mapped (::ffff:), compatible, NAT64, 6to4, Teredo, ISATAP.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  // ipaddr.js reports every address outside IANA's special-purpose registries as `unicast`.
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? isPublicIpv4(address as IPv4) : isPublicIpv6(address as IPv6);
}

const isPublicIpv4 = (address: IPv4): boolean => !surroundings.some((range) => address.match(range));

const isPublicIpv6 = (address: IPv6): boolean => address.match(globalUnicast) && !isIsatap(address);

/** RFC 5214, 6.1: the interface id is 0:5efe or 200:5efe followed by an IPv4 address. */
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

/** Limits the number of encodings and the size after each, as protection against decompression bombs. */
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

export interface EgressRequest {
  readonly url: string;
  readonly method: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For the whole exchange, redirects included; at most 30 seconds. */
  readonly timeoutMs: number;
  /** Limits the body, both compressed and decompressed. */
  readonly maximumBytes: number;
  /** With 0, a redirect is returned as the response; otherwise one too many is a failure. */
  readonly redirects: number;
  readonly httpsOnly?: boolean;
  /** For URLs from untrusted sources: hosts that the operator allowed for workflows are blocked too. */
  readonly publicOnly?: boolean;
}

export type EgressAnswer = HopAnswer;

/**
 * The only way out to the network: every outside call gets the same checks.
 * @throws EgressFailure if no response arrived
 */
export type Egress = (request: EgressRequest) => Promise<EgressAnswer>;

interface EgressOptions extends EgressRules {
  /** For tests. */
  readonly resolve?: ResolveName;
}

/**
 * All IP addresses of a name must be public. The connection uses exactly the checked addresses, which
 * prevents DNS rebinding. Each redirect gets the same checks.
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
    // After a hop to a host that the operator didn't allow, a redirect must not lead back to an allowed one.
    mayUseAllowed &&= target.isAllowed;
  }
}

/** A DNS look-up can't always be canceled, so stop waiting for it. */
function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
