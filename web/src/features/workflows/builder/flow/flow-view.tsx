import { IconFlag } from '@tabler/icons-react';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { StepTile } from '../../../../components/chips/step-tile.tsx';
import { useNarrow } from '../../../../components/page/use-narrow.ts';
import { stepTitle } from '../../../../components/values/step-name.ts';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { useBuilderContext } from '../builder-context.ts';
import { columnsOf, stepAt, stepPath, type WrittenStep } from '../step-tree.ts';
import type { StepWork } from '../use-step-work.ts';
import classes from './flow.module.css';
import { FlowList } from './flow-list.tsx';
import { TriggerCard } from './trigger-card.tsx';
import { type Dragged, useDrag } from './use-drag.ts';
import { levels, ZoomButtons } from './zoom-buttons.tsx';

/** Columns are never narrower than this. Without room for all of them, the sides of all branches are below each other. */
const minColumnWidth = 232;
/** The space left and right of the flow. */
const canvasPadding = 48;
/** The flow isn't made smaller than this on its own, so that its words stay readable. */
const minOwnZoom = 0.7;

/** The workflow as a picture: what starts it, its steps from top to bottom, and the end. */
export function FlowView({ steps, work }: { steps: readonly WrittenStep[]; work: StepWork }) {
  const { workflow, isReadOnly } = useBuilderContext();
  const [chosenZoom, setZoom] = useState<number>();
  const isNarrow = useNarrow();
  const flow = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  // The panel of a step covers part of the room. The flow keeps its shape then, and gets smaller or scrolls.
  const width = useWidth(() => pane.current?.parentElement);
  const room = useWidth(() => pane.current);
  const columnsAt = (zoom: number) => Math.floor(width / zoom / minColumnWidth);
  // Until the user zooms, the flow is as large as its width allows.
  const fitting = levels.findLast((level) => level >= minOwnZoom && columnsAt(level) >= columnsOf(steps));
  const shapeZoom = isNarrow ? 1 : (chosenZoom ?? fitting ?? 1);
  const columns = columnsAt(shapeZoom);
  const isStacked = columns < columnsOf(steps);
  const isEven = columns >= columnsOf(steps, true);
  const minWidth = isStacked ? 0 : columnsOf(steps, isEven) * minColumnWidth + canvasPadding;
  const smaller = levels.findLast((level) => level >= minOwnZoom && minWidth * level <= room);
  const zoom = isNarrow || chosenZoom ? shapeZoom : Math.min(shapeZoom, smaller ?? shapeZoom);
  useCenteredStep(canvas, work.open);
  const { dragged, onPointerDown } = useDrag(work, isReadOnly);
  useEffect(() => markPlace(flow.current, dragged?.over), [dragged?.over]);
  return (
    <div ref={pane} className={classes.pane}>
      <div ref={canvas} className={classes.canvas} data-canvas onPointerDown={onPointerDown}>
        <div
          ref={flow}
          className={classes.flow}
          data-stacked={isStacked || undefined}
          data-even={isEven || undefined}
          data-dragging={dragged !== undefined || undefined}
          style={{ zoom, '--zoom': zoom, ...(!isStacked && { minWidth }) } as CSSProperties}
        >
          <TriggerCard workflow={workflow} />
          {steps.length === 0 && (
            <div className={classes.empty}>
              <strong>{stepTexts.noSteps}</strong>
              {!isReadOnly && stepTexts.noStepsText}
            </div>
          )}
          <FlowList steps={steps} path={[]} work={work} place={stepTexts.top} label={stepTexts.list} />
          <span className={classes.end}>
            <IconFlag size={13} aria-hidden />
            {flowTexts.end}
          </span>
        </div>
      </div>
      <ZoomButtons zoom={zoom} onZoom={setZoom} flow={flow} />
      {dragged && <Ghost dragged={dragged} step={stepAt(steps, stepPath(dragged.path))} />}
    </div>
  );
}

/** Returns an element's current width in pixels. */
function useWidth(element: () => HTMLElement | null | undefined): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element stays the same while the flow is shown.
  useLayoutEffect(() => {
    const found = element();
    if (!found) return;
    const measure = () => setWidth(found.clientWidth);
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(found);
    return () => sizes.disconnect();
  }, []);
  return width;
}

/** Scrolls a flow that is wider than its canvas: to the open step with as much around it as fits, or else to the middle. */
function useCenteredStep(canvas: RefObject<HTMLElement | null>, open: string) {
  useEffect(() => {
    const { current } = canvas;
    if (!current) return;
    const center = () => {
      const card = open === '' ? null : current.querySelector(`[data-step="${CSS.escape(open)}"]`);
      const [shown, area] = [card && aroundStep(card, current), current.getBoundingClientRect()];
      const wanted = shown
        ? current.scrollLeft + shown.left + shown.width / 2 - area.left - area.width / 2
        : (current.scrollWidth - current.clientWidth) / 2;
      current.scrollTo({ left: wanted });
    };
    center();
    const sizes = new ResizeObserver(center);
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [canvas, open]);
}

/** Returns the outermost branch around a step that fits into the canvas, or else the step's card. */
function aroundStep(card: Element, canvas: Element): DOMRect {
  let shown = card.getBoundingClientRect();
  for (
    let fork = card.closest(`.${classes.fork}`);
    fork;
    fork = fork.parentElement?.closest(`.${classes.fork}`) ?? null
  ) {
    const branch = fork.getBoundingClientRect();
    if (branch.width <= canvas.clientWidth) shown = branch;
  }
  return shown;
}

/** Marks the place where the dragged step would be dropped. */
function markPlace(flow: HTMLElement | null, over: string | undefined) {
  for (const place of flow?.querySelectorAll<HTMLElement>('[data-drop]') ?? []) {
    place.toggleAttribute('data-over', place.dataset.drop === over);
  }
}

/** The dragged step, next to the pointer. */
const Ghost = ({ dragged: { x, y }, step }: { dragged: Dragged; step: WrittenStep | undefined }) =>
  step && (
    <div className={classes.ghost} style={{ transform: `translate(${x + 12}px, ${y + 8}px)` }} aria-hidden>
      <StepTile type={step.type} size={24} />
      {stepTitle(step.name)}
    </div>
  );
