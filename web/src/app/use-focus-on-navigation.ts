import { useEffect, useRef } from 'react';

/** How long to wait after a navigation. By then, the dialog or menu that triggered it is closed and has returned the focus. */
const settledMs = 250;

/**
 * Moves the focus to the content after a navigation if the focused element no longer exists. The next Tab then starts at the content
 * instead of the top of the page, and screen readers announce the new screen.
 */
export function useFocusOnNavigation(pathname: string): void {
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
