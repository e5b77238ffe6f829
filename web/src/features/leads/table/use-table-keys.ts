import { useEffect } from 'react';

/** The actions of the list's keyboard shortcuts. */
export interface TableKeys {
  readonly move: (rows: number, columns: number) => void;
  readonly open: () => void;
  readonly edit: () => void;
  readonly select: () => void;
  readonly beginning: () => void;
  readonly end: () => void;
  readonly search: () => void;
}

const isTyping = ({ tagName, isContentEditable }: HTMLElement) =>
  isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName);

/** Whether no element has the focus, or only the page as a whole. */
const isNowhere = (target: HTMLElement) => target === document.body || target.tagName === 'MAIN';

/**
 * Handles the list's keyboard shortcuts on the whole page, because the list is the page's main content. Ignores keys in
 * inputs and dialogs.
 */
export function useTableKeys(keys: TableKeys, gridId: string): void {
  useEffect(() => {
    const everywhere = new Map<string, () => void>([
      ['j', () => keys.move(1, 0)],
      ['k', () => keys.move(-1, 0)],
      ['e', keys.edit],
      ['x', keys.select],
      ['/', keys.search],
    ]);
    // Other elements need the arrow keys and Enter, so these keys work only while the list has the focus.
    const whenFocused = new Map<string, () => void>([
      ['ArrowDown', () => keys.move(1, 0)],
      ['ArrowUp', () => keys.move(-1, 0)],
      ['ArrowLeft', () => keys.move(0, -1)],
      ['ArrowRight', () => keys.move(0, 1)],
      ['PageDown', () => keys.move(20, 0)],
      ['PageUp', () => keys.move(-20, 0)],
      ['Home', keys.beginning],
      ['End', keys.end],
      ['Enter', keys.open],
      [' ', keys.select],
    ]);
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      if (target.closest('[role=dialog]')) return;
      const hasFocus = target.id === gridId || isNowhere(target);
      const act = everywhere.get(event.key) ?? (hasFocus ? whenFocused.get(event.key) : undefined);
      if (!act) return;
      event.preventDefault();
      // Screen readers announce the active row only if the list has the focus.
      if (isNowhere(target) && event.key !== '/') document.getElementById(gridId)?.focus();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [keys, gridId]);
}
