import { type RefObject, useLayoutEffect, useRef } from 'react';
import { countRows, firstPage, movedBy, type Page, rowOf } from './lead-pages.ts';

/**
 * Keeps the visible rows in place while rows are added above them. If the list is opened at a value or at its end, scrolls to that
 * position. Calls `onMoved` with the number of rows by which the visible rows moved.
 */
export function useSteadyScroll(
  scroller: RefObject<HTMLDivElement | null>,
  pages: readonly Page[],
  { rowHeight, isAtEnd, onMoved }: { rowHeight: number; isAtEnd: boolean; onMoved: (rows: number) => void },
): void {
  const last = useRef<readonly Page[]>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows move only when pages change
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
