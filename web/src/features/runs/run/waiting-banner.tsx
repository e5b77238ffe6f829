import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../../components/runs/use-now.ts';
import { countdownOf } from '../../../components/values/duration.ts';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { exactTime } from '../../../components/values/moment.tsx';
import { stepTitle } from '../../../components/values/step-name.ts';
import { approvalsTexts } from '../../../texts/approvals.ts';
import { runsTexts } from '../../../texts/runs/runs.ts';
import { runTexts } from '../../../texts/runs/runs-run.ts';
import type { ViewedRun } from '../viewed-run.ts';
import { Banner } from './banner.tsx';

const { waiting: texts } = runTexts;

/** What a waiting run waits for, and until when. */
export function WaitingBanner({ run }: { run: ViewedRun }) {
  const now = useNow();
  const { step } = run;
  const until = step?.next_at ?? run.due_at;
  const kind = kindOf(run);
  return (
    <Banner
      status="waiting"
      label={texts.label}
      title={texts.titles[kind]}
      action={<WaitingLink steps={run.steps} />}
    >
      {until !== null && (
        <Text size="sm">
          {step ? texts.at[kind](escapeBidi(stepTitle(step.name))) : texts.run} {exactTime(until)} (
          {texts.left(countdownOf(Date.parse(until) - now))})
        </Text>
      )}
    </Banner>
  );
}

function kindOf({ step }: ViewedRun): keyof typeof texts.titles {
  if (step !== null && step.next_at !== null) return 'attempt';
  if (step?.type === 'approve') return 'approval';
  return step?.type === 'workflow.call' ? 'run' : 'time';
}

/** Opens the approval or the run that the current step waits for. */
function WaitingLink({ steps }: Pick<ViewedRun, 'steps'>) {
  const step = steps.findLast(({ status }) => status === 'waiting');
  if (!step) return null;
  const { approval_id, called_run } = step;
  if (approval_id !== null)
    return (
      <Button
        renderRoot={(props) => <Link to="/approvals/$id" params={{ id: String(approval_id) }} {...props} />}
      >
        {approvalsTexts.toApproval}
      </Button>
    );
  if (called_run === null) return null;
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/runs/$id" params={{ id: called_run }} {...props} />}
    >
      {runsTexts.toCalled}
    </Button>
  );
}
