/** A page without its blocks of code. */
export const withoutBlocks = (text: string): string => text.replaceAll(/^( *)```.*?^\1```$/gms, '');

/** Where the links and images of a page lead. */
export const linksOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

const withoutCode = (text: string) => withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');

/** The anchors that GitHub gives to the headings of a page. */
export function anchorsOf(text: string): Set<string> {
  const counted = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const before = counted.get(anchor) ?? 0;
    counted.set(anchor, before + 1);
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
  }
  return anchors;
}
