import { withoutBlocks } from './links.ts';

/** Matches a reference such as `spec/rest-api §4.2`. Several sections of a page can be listed with commas. */
export interface SpecReference {
  readonly page: string;
  readonly section: string;
}

/** Returns the numbered sections of a docs/spec page, including chapters. */
export const sectionsIn = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/^#{2,3} (\d+(?:\.\d+)*)\.? /gm)].map(([, number = '']) => number);

/** Returns the sections that state rules: all except chapters that only contain sections. */
export const ruleSections = (sections: readonly string[]): string[] =>
  sections.filter((section) => !sections.some((other) => other.startsWith(`${section}.`)));

/** Returns all references in a text, including references that wrap over two comment lines. */
export function referencesIn(text: string): SpecReference[] {
  const unwrapped = text.replaceAll(/\n[ \t]*(?:\*|\/\/|#|--)?[ \t]*/g, ' ');
  return [...unwrapped.matchAll(/\bspec\/([a-z-]+)((?:,? §[\d.]*\d)+)/g)].flatMap(
    ([, page = '', list = '']) =>
      [...list.matchAll(/§([\d.]*\d)/g)].map(([, section = '']) => ({ page, section })),
  );
}

const formerReferences = [
  /\bseed(?:'s)?,? §?\d/i,
  /\bdecisions?,? §?\d{1,2}(?!\d)/i,
  /\bsecurity,? rules? \d/i,
  /\bdesign(?: of [a-z ]+)?,? \d/i,
  /\b(?:seed|decisions)\.md\b/,
];

/** Returns the lines that refer to documents outside the repository. */
export const formerReferencesIn = (text: string): string[] =>
  text.split('\n').filter((line) => formerReferences.some((pattern) => pattern.test(line)));
