import { NativeSelect, VisuallyHidden } from '@mantine/core';
import { createContext, useContext } from 'react';
import { durationOfMs } from '../../../../components/values/duration.ts';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import type { Overlay, OverlayKind } from '../../trial/overlay.ts';
import type { Sample } from '../../trial/sample.ts';
import classes from './card.module.css';

const { overlay: texts } = flowTexts;

/** The figures that the cards show, if any. */
export const OverlayContext = createContext<Overlay | undefined>(undefined);

/** Chooses whether the cards show how the steps ran. */
export const OverlayChooser = ({
  value,
  sample,
  overlay,
  onChange,
}: {
  value: OverlayKind;
  sample: Sample;
  overlay: Overlay | undefined;
  onChange: (kind: OverlayKind) => void;
}) => (
  <span className={classes.overlay}>
    <NativeSelect
      size="xs"
      className={classes.chooser ?? ''}
      label={texts.label}
      value={value}
      data={[
        { value: 'none', label: texts.none },
        { value: 'day', label: texts.day },
        ...(sample.kind === 'run' ? [{ value: 'run', label: texts.run }] : []),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value as OverlayKind)}
    />
    {value === 'day' && overlay && (
      <span className={classes.counted}>{texts.counted(overlay.runs, overlay.isCut)}</span>
    )}
  </span>
);

/** How often a step ran, how long it took, and how often it failed. */
export function StepOverlay({ name }: { name: string }) {
  const overlay = useContext(OverlayContext);
  if (!overlay) return null;
  const figures = overlay.steps.get(name);
  if (!figures) return <span className={classes.took}>{texts.notReached}</span>;
  const { count, failed, retried, p50_ms: median } = figures;
  return (
    <>
      <span className={classes.ran}>
        <VisuallyHidden>{texts.ran(count)}</VisuallyHidden>
        <span aria-hidden>{texts.times(count)}</span>
      </span>
      {failed > 0 && <span className={classes.failures}>{texts.failed(failed)}</span>}
      {retried > 0 && <span className={classes.took}>{texts.retried(retried)}</span>}
      {failed + retried === 0 && median !== null && (
        <span className={classes.took}>{durationOfMs(median)}</span>
      )}
    </>
  );
}
