import ipaddr from 'ipaddr.js';

/**
 * Reads an IP address or a CIDR range. Returns it in its canonical form, such as `10.0.0.0/8` for `10.1.2.3/8`, or
 * undefined if it is neither.
 */
export function parseIpRange(text: string): string | undefined {
  const [host = '', prefix, ...more] = text.trim().split('/');
  const address = parseAddress(host);
  if (!address || more.length > 0) return undefined;
  if (prefix === undefined) return address.toString();
  // An IPv4 address in IPv6 notation has 96 leading bits that IPv4 doesn't have.
  const bits = prefixOf(prefix) - (host.includes(':') && address.kind() === 'ipv4' ? 96 : 0);
  const maxBits = address.kind() === 'ipv4' ? 32 : 128;
  if (!(bits >= 0 && bits <= maxBits)) return undefined;
  if (bits === maxBits) return address.toString();
  return `${networkOf(`${address}/${bits}`, address.kind())}/${bits}`;
}

/** Whether one of the ranges contains the address. False if the address can't be read. */
export function isInIpRanges(text: string, ranges: readonly string[]): boolean {
  const address = parseAddress(text.split('%')[0] ?? '');
  if (!address) return false;
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range.includes('/') ? range : `${range}/${bitsOf(range)}`);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

/** Accepts only the usual notations, not IPv4 addresses such as `0x7f.1`. Unwraps IPv4 addresses in IPv6 notation. */
const parseAddress = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (!text.includes('%') && ipaddr.IPv6.isValid(text))
    ? ipaddr.process(text)
    : undefined;

const prefixOf = (text: string): number => (/^\d{1,3}$/.test(text) ? Number(text) : Number.NaN);

const bitsOf = (address: string): number => (address.includes(':') ? 128 : 32);

const networkOf = (cidr: string, kind: 'ipv4' | 'ipv6'): ipaddr.IPv4 | ipaddr.IPv6 =>
  kind === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
