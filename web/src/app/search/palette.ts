import { createSpotlight } from '@mantine/spotlight';

/** The state of the search dialog, and the functions that open and close it. */
export const [paletteStore, palette] = createSpotlight();

/** Selects the first result unless another one is selected, so that Enter opens it. */
export function selectFirstResult(): void {
  if (document.querySelector('[data-action][data-selected]')) return;
  const first = document.querySelector('[data-action]');
  if (!first) return;
  first.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}
