import type { Runtime } from '../run/runtime.ts';

/** Counts code points: a surrogate pair is one character. */
export function countCharacters(rt: Runtime, text: string): number {
  rt.payText(text.length);
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) if (isPair(text, index)) count--;
  return count;
}

const isPair = (text: string, index: number): boolean =>
  (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;

export function sliceCharacters(rt: Runtime, text: string, from: number, to: number): string {
  rt.payText(text.length);
  let [start, end] = [text.length, text.length];
  let count = 0;
  for (let index = 0; index < text.length; index++, count++) {
    if (count === from) start = index;
    if (count === to) {
      end = index;
      break;
    }
    if (isPair(text, index)) index++;
  }
  return rt.made(text.slice(start, Math.max(start, end)));
}

export function listCharacters(rt: Runtime, text: string): string[] {
  rt.pay(text.length);
  rt.take(text.length);
  return [...text];
}
