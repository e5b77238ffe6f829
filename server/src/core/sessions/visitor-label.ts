import { isIPv4, isIPv6 } from 'node:net';
import type { Visitor } from './session.ts';

/** The order matters: most browsers also name the ones that they imitate. */
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

/** A browser name that its owner recognizes, without anything that could identify a person. */
export function browserLabel(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 512);
  const browser = nameIn(text, browsers) ?? 'Unknown browser';
  const system = nameIn(text, systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** The network of an IP address: the first three IPv4 numbers, or the first three IPv6 groups. */
export function networkLabel(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return 'unknown';
  return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
}

/** Drops the part of an IP address that one household can change freely, so that it can't evade limits. */
export function countedAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/**
 * The limit for one IP address. Ten times higher if all callers share the address of a proxy: one caller
 * should not be able to lock everyone out, but password hashing must stay bounded.
 */
export const limitPerAddress = ({ isAddressShared = false }: Visitor, limit: number): number =>
  isAddressShared ? 10 * limit : limit;

/** The eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [before = '', after] = (address.split('%')[0] ?? '').split('::');
  const first = before.split(':').filter(Boolean);
  const last = (after ?? '').split(':').filter(Boolean);
  const left = Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(left).fill('0'), ...last].map((group) => group.toLowerCase());
}
