import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import { stepPath, stepText } from '../step-tree.ts';
import type { StepWork } from '../use-step-work.ts';

/** How far the pointer moves before a press becomes a drag. */
const startsAfterPx = 6;
/** How near the pointer must be to a place to drop a step there. */
const reachPx = 90;
/** Near the canvas's edge, the canvas scrolls. */
const edgePx = 48;
const scrollPx = 14;

export interface Dragged {
  /** The path of the dragged step, as text. */
  readonly path: string;
  readonly x: number;
  readonly y: number;
  /** The place where the step would be dropped. */
  readonly over: string | undefined;
}

/**
 * Lets users drag cards to the places between steps. A mouse drags the whole card; a finger drags its grip, because it
 * scrolls the page elsewhere. Alt with an arrow key does the same by keyboard.
 */
export function useDrag(work: StepWork, isReadOnly: boolean) {
  const [dragged, setDragged] = useState<Dragged>();
  const latest = useRef(work);
  latest.current = work;
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    const canvas = event.currentTarget;
    const target = event.target as HTMLElement;
    const card = target.closest<HTMLElement>('[data-step]');
    if (isReadOnly || !card || event.button !== 0) return;
    if (event.pointerType !== 'mouse' && !target.closest('[data-grip]')) return;
    const path = card.dataset.step ?? '';
    const start = { x: event.clientX, y: event.clientY };
    let now: Dragged | undefined;
    const listeners = new AbortController();
    const end = () => {
      listeners.abort();
      setDragged(undefined);
    };
    stop.current = end;
    const on = <Name extends keyof WindowEventMap>(name: Name, act: (event: WindowEventMap[Name]) => void) =>
      window.addEventListener(name, act, { signal: listeners.signal });
    on('pointermove', ({ clientX: x, clientY: y }) => {
      if (!now && Math.hypot(x - start.x, y - start.y) < startsAfterPx) return;
      now = { path, x, y, over: placeNear(canvas, path, x, y) };
      setDragged(now);
      scrollAtEdge(canvas, y);
    });
    on('pointerup', () => {
      end();
      if (!now) return;
      ignoreNextClick();
      if (now.over === undefined) return;
      const place = stepPath(now.over);
      latest.current.place(stepPath(path), place.slice(0, -1), Number(place.at(-1)));
    });
    on('pointercancel', end);
    on('keydown', ({ key }) => {
      if (key === 'Escape') end();
    });
  };
  return { dragged, onPointerDown };
}

/** Returns the nearest place in reach that isn't inside the dragged step. */
function placeNear(canvas: HTMLElement, path: string, x: number, y: number): string | undefined {
  let best: { place: string; distance: number } | undefined;
  for (const element of canvas.querySelectorAll<HTMLElement>('[data-drop]')) {
    const place = element.dataset.drop ?? '';
    if (stepText(stepPath(place).slice(0, -1)).startsWith(`${path}.`)) continue;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const distance = Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2);
    if (distance <= (best?.distance ?? reachPx)) best = { place, distance };
  }
  return best?.place;
}

function scrollAtEdge(canvas: HTMLElement, y: number) {
  const { top, bottom } = canvas.getBoundingClientRect();
  if (y < top + edgePx) canvas.scrollBy(0, -scrollPx);
  if (y > bottom - edgePx) canvas.scrollBy(0, scrollPx);
}

/** Ignores the click that follows when the pointer is released over a card. */
function ignoreNextClick() {
  const ignored = new AbortController();
  window.addEventListener('click', (event) => event.stopPropagation(), {
    capture: true,
    signal: ignored.signal,
  });
  setTimeout(() => ignored.abort());
}
