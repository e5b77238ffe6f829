import { isIPv4, isIPv6 } from 'node:net';
import type { Visitor } from './session.ts';

/** The order matters, because most browsers' user agents also name the browsers that they imitate. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (text: string, names: typeof browsers) => names.find(([pattern]) => pattern.test(text))?.[1];

/** Returns a browser name that its owner recognizes, without anything that could identify a person. */
export function browserLabel(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 512);
  const browser = nameIn(text, browsers) ?? 'Unknown browser';
  const system = nameIn(text, systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** Returns an IP address's network: the first three IPv4 numbers, or the first three IPv6 groups. */
export function networkLabel(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return 'unknown';
  return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
}

/**
 * Drops the part of an IP address that a household can change freely, so changing it doesn't evade limits.
 */
export function countedAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/**
 * Returns the limit for one IP address. It is ten times higher if all callers share a proxy's IP address: one
 * caller shouldn't be able to lock everyone out, but the number of password hashes must stay bounded.
 */
export const limitPerAddress = ({ isAddressShared = false }: Visitor, limit: number): number =>
  isAddressShared ? 10 * limit : limit;

/** Returns the eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [before = '', after] = (address.split('%')[0] ?? '').split('::');
  const first = before.split(':').filter(Boolean);
  const last = (after ?? '').split(':').filter(Boolean);
  const left = Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(left).fill('0'), ...last].map((group) => group.toLowerCase());
}
