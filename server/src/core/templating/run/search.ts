import type { Runtime } from './runtime.ts';

/** Up to this many character comparisons, the native search is fast enough. */
const harmless = 65_536;
const shortNeedle = 6;

/**
 * Finds a string in another and charges for the search. For a long repetitive needle, the native search takes
 * time proportional to the product of both lengths: searching for half a million letters in a million took
 * minutes. Such needles are searched for in linear time.
 */
export function findText(rt: Runtime, text: string, needle: string, from = 0): number {
  const rest = text.length - from;
  const isHarmless = needle.length <= shortNeedle || rest * needle.length <= harmless;
  const found = isHarmless ? text.indexOf(needle, from) : searchLinear(text, needle, from);
  // In a repetitive string, even a short needle reads each character several times.
  rt.payText(2 * ((found === -1 ? rest : found - from) + needle.length));
  return found;
}

/** Knuth–Morris–Pratt search, which never rereads a character after a mismatch. */
function searchLinear(text: string, needle: string, from: number): number {
  if (needle.length > text.length - from) return -1;
  const fallback = fallbacksOf(needle);
  let matched = 0;
  for (let index = from; index < text.length; index++) {
    const character = text.charCodeAt(index);
    while (matched > 0 && needle.charCodeAt(matched) !== character) matched = fallback[matched - 1] as number;
    if (needle.charCodeAt(matched) === character) matched++;
    if (matched === needle.length) return index - matched + 1;
  }
  return -1;
}

/** Returns, for each position, the length of the needle's prefix that ends there. */
function fallbacksOf(needle: string): Int32Array {
  const fallback = new Int32Array(needle.length);
  for (let index = 1, matched = 0; index < needle.length; index++) {
    const character = needle.charCodeAt(index);
    while (matched > 0 && needle.charCodeAt(matched) !== character) matched = fallback[matched - 1] as number;
    if (needle.charCodeAt(matched) === character) matched++;
    fallback[index] = matched;
  }
  return fallback;
}
