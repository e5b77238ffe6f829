/** Returns a page without its code blocks. */
export const withoutBlocks = (text: string): string => text.replaceAll(/^( *)```.*?^\1```$/gms, '');

/** Returns the targets of a page's links and images. */
export const linksOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

const withoutCode = (text: string) => withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');

/** Returns the anchors that GitHub generates for a page's headings. */
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
