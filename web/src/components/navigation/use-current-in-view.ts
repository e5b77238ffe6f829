import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Returns a ref for a row of links that scrolls sideways. The link to the open page is scrolled into view. */
export function useCurrentInView() {
  const row = useRef<HTMLElement>(null);
  const { href } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the URL changes
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !current) return;
    const { left, width } = current.getBoundingClientRect();
    const frame = row.current.getBoundingClientRect();
    row.current.scrollLeft += left - frame.left - (frame.width - width) / 2;
  }, [href]);
  return row;
}
