import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import classes from './flow.module.css';

const texts = flowTexts.zoom;
export const levels = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

/** Buttons that zoom out to see the whole flow, and in again. */
export function ZoomButtons({
  zoom,
  onZoom,
  flow,
}: {
  zoom: number;
  onZoom: (zoom: number) => void;
  /** The element that is zoomed. Its parent is the canvas. */
  flow: RefObject<HTMLElement | null>;
}) {
  return (
    <fieldset className={classes.zoom} aria-label={texts.label}>
      <Act
        label={texts.out}
        icon={<IconMinus size={16} />}
        onClick={() => onZoom(levels.findLast((level) => level < zoom) ?? zoom)}
      />
      <span role="status" className={classes.level}>
        {texts.level(zoom)}
      </span>
      <Act
        label={texts.in}
        icon={<IconPlus size={16} />}
        onClick={() => onZoom(levels.find((level) => level > zoom) ?? zoom)}
      />
      <Act
        label={texts.fit}
        icon={<IconArrowsMaximize size={16} />}
        onClick={() => flow.current && onZoom(fittingZoom(flow.current))}
      />
    </fieldset>
  );
}

/** Returns the largest level at which the flow fits into its canvas. Zooming changes the layout, so each level is measured. */
function fittingZoom(flow: HTMLElement): number {
  const { clientHeight = 0, clientWidth = 0 } = flow.parentElement ?? {};
  const before = flow.style.zoom;
  const fits = (level: number) => {
    flow.style.zoom = String(level);
    const { height, width } = flow.getBoundingClientRect();
    return height <= clientHeight && Math.floor(width) <= clientWidth;
  };
  const found = levels.findLast(fits) ?? levels[0];
  flow.style.zoom = before;
  return found;
}

const Act = ({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  </Tooltip>
);
