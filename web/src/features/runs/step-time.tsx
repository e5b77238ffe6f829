import { statusColor } from '../../components/chips/status-chip.tsx';
import classes from './step-row.module.css';
import type { Step } from './viewed-run.ts';

/** The minimum width in percent. A shorter bar wouldn't be visible. */
const minShare = 1.5;

/** A bar that shows when the step ran during the run. An unfinished step extends to now. */
export function StepTime({ step, from, to }: { step: Step; from: number; to: number }) {
  const share = (at: number) => Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
  const start = share(Date.parse(step.started_at));
  const end = share(step.ended_at === null ? to : Date.parse(step.ended_at));
  const width = Math.max(minShare, end - start);
  return (
    <svg className={classes.time} viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden>
      <rect width="100" height="3" fill="var(--mantine-color-default-border)" opacity="0.5" />
      <rect x={Math.min(start, 100 - width)} width={width} height="3" fill={statusColor(step.status)} />
    </svg>
  );
}
