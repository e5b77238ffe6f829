import ipaddr from 'ipaddr.js';

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
