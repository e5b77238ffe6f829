import { type RefObject, useEffect } from 'react';
import { stepForms } from '../edit/step-forms.ts';
import type { WrittenStep } from '../step-tree.ts';
import type { PanelFocus } from '../use-step-work.ts';

/** Moves the focus into the panel when a step is opened. Editors load late, so this waits for the field to appear. */
export function usePanelFocus(
  content: RefObject<HTMLElement | null>,
  step: WrittenStep,
  wanted: { readonly on: PanelFocus } | undefined,
) {
  const selector = wanted && selectorOf(wanted.on, step);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request moves the focus, not a change of the step.
  useEffect(() => {
    const panel = content.current;
    if (!panel || selector === undefined) return;
    const observer = new MutationObserver(() => {
      if (focusFirst(panel, selector)) observer.disconnect();
    });
    // On a phone, the panel is a dialog that first focuses its title.
    const timer = setTimeout(() => {
      if (!focusFirst(panel, selector)) observer.observe(panel, { childList: true, subtree: true });
    });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [wanted]);
}

function focusFirst(panel: HTMLElement, selector: string): boolean {
  const found = panel.querySelector<HTMLElement>(selector);
  const fold = found?.closest('details');
  if (fold) fold.open = true;
  found?.focus();
  return found !== null;
}

function selectorOf(on: PanelFocus, step: WrittenStep): string {
  if (on === 'title') return '[data-panel-title]';
  const setting = on === 'first field' ? firstSetting(step) : on.setting;
  if (setting === undefined) return '[data-panel-title]';
  // The button next to an editor is there before the editor itself.
  return ['input', 'textarea', '.cm-content', ':not([data-pickable]) > button']
    .map((control) => `[data-setting="${CSS.escape(setting)}"] ${control}:not([tabindex="-1"], :disabled)`)
    .join(', ');
}

/** Returns the first setting that is still empty, or else the first one. */
function firstSetting(step: WrittenStep): string | undefined {
  const { fields = {} } = stepForms[step.type] ?? {};
  const settings = typeof fields === 'function' ? ['for', 'until'] : Object.keys(fields);
  return settings.find((setting) => isEmpty(step[setting])) ?? settings[0];
}

const isEmpty = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
