/** Returns whether a command printed what the page shows. Ignores white space, and `…` matches anything. */
export function showsThe(shown: string, printed: string): boolean {
  const parts = withoutBlanks(shown).split('…').map(RegExp.escape);
  return new RegExp(`^${parts.join('.*')}$`, 's').test(withoutBlanks(printed));
}

const withoutBlanks = (text: string) => text.replaceAll(/\s+/g, '');
