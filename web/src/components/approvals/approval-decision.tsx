import { escapeBidi } from '../values/escape-bidi.ts';
import { type Approval, ApprovalChip } from './approval-chip.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { type Outcome, useDecide } from './use-decide.ts';

/** An approval's outcome, or the buttons to approve or reject it without a comment. */
export function ApprovalDecision({
  approval: { id, title, status, can_decide },
  onDecided,
}: {
  approval: Pick<Approval, 'id' | 'title' | 'status' | 'can_decide'>;
  onDecided: (outcome: Outcome, ids: readonly number[]) => void;
}) {
  const { isPending, isDeciding, as } = useDecide(id, (outcome) => onDecided(outcome, [id]));
  if (status !== 'pending') return <ApprovalChip status={status} />;
  if (!can_decide) return null;
  return (
    <DecideButtons
      name={escapeBidi(title)}
      isPending={isPending}
      isDeciding={isDeciding}
      onDecide={(outcome) => as(outcome, null)}
    />
  );
}
