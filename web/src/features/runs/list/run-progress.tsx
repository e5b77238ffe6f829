import { useNow } from '../../../components/runs/use-now.ts';
import { countdownOf } from '../../../components/values/duration.ts';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { stepTitle } from '../../../components/values/step-name.ts';
import { runsListTexts as texts } from '../../../texts/runs/runs-list.ts';
import type { ListedRun } from './listed-run.ts';
import classes from './run-list.module.css';

/** The current step of an unfinished run, with a countdown to the next attempt. */
export function RunProgress({ run }: { run: Pick<ListedRun, 'step' | 'status' | 'due_at'> }) {
  const { step, status, due_at } = run;
  const nextAt = step?.next_at ?? (status === 'waiting' ? due_at : null);
  const now = useNow(nextAt !== null);
  if (nextAt === null)
    return step === null ? null : (
      <span className={classes.detail}>{texts.atStep(escapeBidi(stepTitle(step.name)))}</span>
    );
  const leftMs = Date.parse(nextAt) - now;
  if (step === null || step.next_at === null)
    return <span className={classes.detail}>{waitingText(step?.type, countdownOf(leftMs))}</span>;
  const attempt = texts.attempt(escapeBidi(stepTitle(step.name)), step.attempts + 1, step.max_attempts);
  return (
    <span className={classes.detail}>
      {attempt}, {leftMs > 0 ? texts.nextIn(countdownOf(leftMs)) : texts.nextNow}
    </span>
  );
}

/** A run that waits for a person or for another run resumes earlier than its time is up. */
function waitingText(type: string | undefined, left: string): string {
  if (type === 'approve') return texts.waitsForApproval(left);
  return type === 'workflow.call' ? texts.waitsForRun(left) : texts.resumesIn(left);
}
