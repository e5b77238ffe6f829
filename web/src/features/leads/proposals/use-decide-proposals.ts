import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../../api/queries.ts';
import type { Outcome } from '../../../components/approvals/use-decide.ts';
import { showFailure, showSuccess } from '../../../components/notices/notify.ts';
import { proposalsTexts as texts } from '../../../texts/leads/proposals.ts';
import { staleAfterEdit } from '../edit/use-lead-edit.ts';

const maxAtOnce = 100;

/** Decides proposals. Those that couldn't be decided stay pending, each with its reason. */
export function useDecideProposals(onDecided: (outcome: Outcome, ids: readonly number[]) => void) {
  const client = useQueryClient();
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());
  const { mutateAsync, isPending, variables } = useChange('POST /proposals/decide');
  const decide = async (outcome: Outcome, ids: readonly number[]): Promise<void> => {
    try {
      const { results } = await mutateAsync({ body: { ids: ids.slice(0, maxAtOnce), outcome } });
      const failed = results.flatMap(({ id, message }) => (message === null ? [] : [[id, message] as const]));
      setProblems((before) => {
        const others = [...before].filter(([id]) => !ids.includes(id));
        return new Map([...others, ...failed]);
      });
      const done = results.flatMap(({ id, message }) => (message === null ? [id] : []));
      onDecided(outcome, done);
      if (done.length > 0) showSuccess(texts.decided[outcome](done.length));
      // The list shows the reasons, but the rows may be out of sight.
      if (failed.length > 0) showFailure(new Error(texts.notDecided(failed.length)));
    } catch (error) {
      showFailure(error as Error);
    }
    const stale = ['GET /proposals', 'GET /session/attention', ...staleAfterEdit];
    await Promise.all(stale.map((operation) => client.invalidateQueries({ queryKey: [operation] })));
  };
  return {
    problems,
    isPending,
    isDeciding: (outcome: Outcome, id: number) =>
      isPending && variables?.body.outcome === outcome && variables.body.ids.includes(id),
    decide: (outcome: Outcome, ids: readonly number[]) => void decide(outcome, ids),
  };
}
