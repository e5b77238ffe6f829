import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import type { HopAnswer } from './exchange.ts';
import { EgressFailure, refused, unreachable, unusable } from './failure.ts';
import { type ResolveName, resolveOutside, resolveOwn } from './names.ts';
import { followRedirect, type HopRequest, isRedirect } from './redirect.ts';
import { type EgressRules, judgeTarget, type Target } from './target.ts';

type IPv4 = ipaddr.IPv4;
type IPv6 = ipaddr.IPv6;

/** IP addresses in public ranges that actually reach internal services of a cloud platform. */
const surroundings = [
  // Azure's platform address, which serves metadata and keys.
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

/**
 * Checks for an ISATAP address (RFC 5214, 6.1): the interface ID is 0:5efe or 200:5efe, followed by an IPv4
 * address.
 */
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
 * Decompresses a body. Limits the number of encodings and the size after each one, as protection against
 * decompression bombs.
 */
async function decodeBody(body: Buffer, contentEncoding: string, maximumBytes: number): Promise<Buffer> {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (encodings.length > maxEncodings) throw unusable('The response has too many content encodings.');
  let decoded = body;
  for (const name of decoded.length > 0 ? encodings.reverse() : []) {
    const decode = decoders.get(name);
    if (!decode) throw unusable('The response uses an unsupported content encoding.');
    decoded = await decode(decoded, { maxOutputLength: maximumBytes }).catch((error: unknown) => {
      throw unusable(
        (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
          ? `The decompressed response exceeds ${maximumBytes} bytes.`
          : "The response can't be decompressed.",
      );
    });
  }
  return decoded;
}

const maxMs = 30_000;

export interface EgressRequest {
  readonly url: string;
  readonly method: string;
  /** Header names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Names of headers that contain a credential. They are never sent to another origin (spec/connections §2.3). */
  readonly confidential?: readonly string[];
  /** The limit for the whole exchange, including redirects; at most 30 seconds. */
  readonly timeoutMs: number;
  /** Limits the body, both compressed and decompressed. */
  readonly maximumBytes: number;
  /** How many redirects to follow; one more is a failure. With 0, a redirect is returned as the response. */
  readonly redirects: number;
  readonly httpsOnly?: boolean;
  /** Set this for URLs from untrusted sources. It also blocks hosts that the operator allowed for workflows. */
  readonly publicOnly?: boolean;
}

export type EgressAnswer = HopAnswer;

/**
 * Sends an outbound request. All requests to URLs that workflows or callers choose go through this function,
 * so all of them get the same checks.
 * @throws EgressFailure if no response arrived
 */
export type Egress = (request: EgressRequest) => Promise<EgressAnswer>;

interface EgressOptions extends EgressRules {
  /** Tests pass their own resolver. */
  readonly resolve?: ResolveName;
}

/**
 * Creates the function that sends outbound requests. All IP addresses that a host name resolves to must be
 * public. The connection uses exactly the checked addresses, which prevents DNS rebinding. Each redirect gets
 * the same checks.
 */
export function createEgress({ ports, allow, resolve }: EgressOptions): Egress {
  const rules = { ports, allow };
  const addressesOf = async ({ url, isAllowed }: Target, signal: AbortSignal) => {
    const name = url.hostname.replace(/^\[|\]$/g, '');
    const found = await (resolve ?? (isAllowed ? resolveOwn : resolveOutside))(name, signal);
    if (found.length === 0) throw unreachable('The host name could not be resolved.');
    if (!isAllowed && !found.every(isPublicAddress)) {
      throw refused(
        "This server isn't on the public internet. The operator can allow it with HARK_EGRESS_ALLOW.",
      );
    }
    return found;
  };

  return async (request) => {
    const timeoutMs = Math.min(request.timeoutMs, maxMs);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await withinTime(send(request, rules, addressesOf, signal), signal);
    } catch (error) {
      if (error instanceof EgressFailure || !signal.aborted) throw error;
      throw unreachable(`The server did not send a complete response within ${timeoutMs} ms.`);
    }
  };
}

async function send(
  { url, maximumBytes, redirects, httpsOnly = false, publicOnly = false, ...first }: EgressRequest,
  rules: EgressRules,
  addressesOf: (target: Target, signal: AbortSignal) => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<EgressAnswer> {
  // Loaded with the first request: the HTTP client is the largest package of `serve`, which often needs none.
  const client = await import('./exchange.ts');
  let request: HopRequest = { body: undefined, ...first };
  let address = url;
  let mayUseAllowed = !publicOnly;
  for (let followed = 0; ; followed++) {
    const target = judgeTarget(address, { ...rules, httpsOnly, mayUseAllowed });
    const addresses = await addressesOf(target, signal);
    const answer = await client.exchange(target.url, addresses, request, { maximumBytes, signal });
    const { location } = answer.headers;
    if (redirects === 0 || !isRedirect(answer.status, location)) {
      const encoding = answer.headers['content-encoding'] ?? '';
      return { ...answer, body: await decodeBody(answer.body, encoding, maximumBytes) };
    }
    if (followed === redirects) throw unusable(`The server redirected more than ${redirects} times.`);
    ({ address, request } = followRedirect(request, target.url, answer.status, location));
    // After a hop to a host that the operator didn't allow, redirects must not lead to an allowed host.
    mayUseAllowed &&= target.isAllowed;
  }
}

/** Stops waiting after the deadline, because a DNS lookup can't always be canceled. */
function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
