import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../api/queries.ts';
import { approvalsTexts as texts } from '../../texts/approvals.ts';
import { showFailure, showSuccess } from '../notices/notify.ts';

export const outcomes = ['approved', 'rejected'] as const;
export type Outcome = (typeof outcomes)[number];

const stale = ['GET /approvals', 'GET /approvals/:id', 'GET /session/attention', 'GET /runs/:id'];

/** Decides an approval. A decision of someone else that was faster is shown instead. */
export function useDecide(id: number, onDecided?: (outcome: Outcome) => void) {
  const client = useQueryClient();
  const { mutateAsync, isPending, isSuccess, variables } = useChange('POST /approvals/:id/decide');
  const decide = async (outcome: Outcome, comment: string | null) => {
    try {
      await mutateAsync({ params: { id }, body: { outcome, comment } });
      onDecided?.(outcome);
      showSuccess(texts[outcome]);
    } catch (error) {
      showFailure(error as Error);
    }
    await Promise.all(stale.map((operation) => client.invalidateQueries({ queryKey: [operation] })));
  };
  // After a decision, the buttons stay disabled until the outcome replaces them.
  const isDone = isPending || isSuccess;
  return {
    isPending: isDone,
    isDeciding: (outcome: Outcome) => isDone && variables?.body.outcome === outcome,
    as: (outcome: Outcome, comment: string | null) => void decide(outcome, comment),
  };
}
