import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Returns a ref for a row that scrolls sideways. The link to the open page is scrolled into view, and the row fades
 * at the edges where more of it is hidden.
 */
export function useScrollingRow<Row extends HTMLElement = HTMLElement>() {
  const row = useRef<Row>(null);
  const { href } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the URL changes
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !current) return;
    const { left, width } = current.getBoundingClientRect();
    const frame = row.current.getBoundingClientRect();
    row.current.scrollLeft += left - frame.left - (frame.width - width) / 2;
  }, [href]);
  useEffect(() => (row.current ? fadeEdges(row.current) : undefined), []);
  return row;
}

/**
 * Keeps `data-fade` up to date, which the global styles use. With `isStartFixed`, the row's start stays visible, so it
 * never fades there. Returns a function that stops it.
 */
export function fadeEdges(row: HTMLElement, isStartFixed = false): () => void {
  const update = () => {
    const hidden = [
      ...(!isStartFixed && row.scrollLeft > 1 ? ['start'] : []),
      ...(row.scrollLeft + row.clientWidth < row.scrollWidth - 1 ? ['end'] : []),
    ];
    row.dataset.fade = hidden.join(' ');
  };
  update();
  const sizes = new ResizeObserver(update);
  for (const part of [row, ...row.children]) sizes.observe(part);
  row.addEventListener('scroll', update, { passive: true });
  return () => {
    sizes.disconnect();
    row.removeEventListener('scroll', update);
  };
}
