import { useEffect, useRef } from 'react';

/** Until then what was chosen in a dialog or menu is closed, and has given the focus back. */
const settledMs = 250;

/**
 * On another screen the focus goes to its content, where what had it is gone: the next Tab goes on from there and not from the
 * top of the page, and who does not see the screen is told that it is another one.
 */
export function useArrival(pathname: string): void {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.getElementById('content')?.focus({ preventScroll: true });
    }, settledMs);
    return () => clearTimeout(timer);
  }, [pathname]);
}
