import { withoutBlocks } from './links.ts';

/** A reference such as `spec/rest-api §4.2`; several sections of a page follow each other after commas. */
export interface SpecReference {
  readonly page: string;
  readonly section: string;
}

/** The numbered sections of a page of docs/spec, chapters included. */
export const sectionsIn = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/^#{2,3} (\d+(?:\.\d+)*)\.? /gm)].map(([, number = '']) => number);

/** The sections that state rules themselves: all but the chapters that consist of sections. */
export const ruleSections = (sections: readonly string[]): string[] =>
  sections.filter((section) => !sections.some((other) => other.startsWith(`${section}.`)));

/** All references in a text. One that a comment wraps over two lines counts too. */
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

/** The lines that refer to documents outside the repository. */
export const formerReferencesIn = (text: string): string[] =>
  text.split('\n').filter((line) => formerReferences.some((pattern) => pattern.test(line)));
