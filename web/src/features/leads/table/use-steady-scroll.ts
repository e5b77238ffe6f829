import { type RefObject, useLayoutEffect, useRef } from 'react';
import { countRows, firstPage, movedBy, type Page, rowOf } from './lead-pages.ts';

/**
 * Keeps on screen what is looked at while rows are added above it, and opens a list that does not begin at its beginning where
 * it is to be shown. @returns nothing; `onMoved` is told by how many rows
 */
export function useSteadyScroll(
  scroller: RefObject<HTMLDivElement | null>,
  pages: readonly Page[],
  { rowHeight, isAtEnd, onMoved }: { rowHeight: number; isAtEnd: boolean; onMoved: (rows: number) => void },
): void {
  const last = useRef<readonly Page[]>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows move when pages change, and only then
  useLayoutEffect(() => {
    const box = scroller.current;
    const old = last.current;
    last.current = pages;
    if (!box || old === pages) return;
    const opened = isAtEnd ? countRows(pages) : (rowOf(pages, firstPage) ?? 0);
    const moved = old ? movedBy(old, pages, Math.floor(box.scrollTop / rowHeight)) : opened;
    if (moved === 0) return;
    box.scrollTop += moved * rowHeight;
    onMoved(old ? moved : isAtEnd ? opened - 1 : opened);
  }, [pages]);
}
