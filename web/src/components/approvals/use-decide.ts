import { useChange } from '../../api/queries.ts';
import { approvalsTexts as texts } from '../../texts/approvals.ts';
import { showFailure, showSuccess } from '../notices/notify.ts';

export const outcomes = ['approved', 'rejected'] as const;
export type Outcome = (typeof outcomes)[number];

const stale = ['GET /approvals', 'GET /approvals/:id', 'GET /session/attention', 'GET /runs/:id'] as const;

/** Decides an approval. A decision of someone else that was faster is shown instead. */
export function useDecide(id: number) {
  const { mutateAsync, isPending, variables } = useChange('POST /approvals/:id/decide', stale);
  return {
    isPending,
    isDeciding: (outcome: Outcome) => isPending && variables?.body.outcome === outcome,
    as: (outcome: Outcome, comment: string | null) =>
      void mutateAsync({ params: { id }, body: { outcome, comment } }).then(
        () => showSuccess(texts[outcome]),
        showFailure,
      ),
  };
}
