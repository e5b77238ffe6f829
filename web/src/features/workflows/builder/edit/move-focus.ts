import type { KeyboardEvent } from 'react';

/** Moves the focus to the previous or next control when an arrow key is pressed. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
