import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { type ChangedLead, staleAfterEdit } from '../edit/use-lead-edit.ts';

const batchSize = 100;

export type BatchAct =
  | { readonly kind: 'delete' | 'restore' }
  | { readonly kind: 'edit'; readonly values: Record<string, unknown> };

/** A batch's progress, and the leads that the server rejected. */
export interface BatchState {
  readonly total: number;
  readonly done: number;
  readonly refused: readonly { id: number; message: string }[];
  /** What an edit changed, for undoing it. */
  readonly changed: readonly ChangedLead[];
}

/** Applies an action to many leads in batches of 100. Each lead succeeds or fails separately. */
export function useBatch() {
  const client = useQueryClient();
  const [state, setState] = useState<BatchState>();
  async function run(act: BatchAct, ids: readonly number[]): Promise<BatchState> {
    let now: BatchState = { total: ids.length, done: 0, refused: [], changed: [] };
    setState(now);
    try {
      for (let from = 0; from < ids.length; from += batchSize) {
        const { results } = await send(act, ids.slice(from, from + batchSize));
        const refused = results.flatMap(({ id, message }) => (message === null ? [] : [{ id, message }]));
        const changed = results.filter(({ changes }) => changes.length > 0);
        now = {
          ...now,
          done: now.done + results.length,
          refused: [...now.refused, ...refused],
          changed: [...now.changed, ...changed],
        };
        setState(now);
      }
    } finally {
      setState(undefined);
      for (const operation of staleAfterEdit) await client.invalidateQueries({ queryKey: [operation] });
    }
    return now;
  }
  return { state, run };
}

function send(act: BatchAct, ids: readonly number[]) {
  if (act.kind === 'edit')
    return call('POST /leads/batch/edit', { body: { ids: [...ids], values: act.values } });
  if (act.kind === 'delete') return call('POST /leads/batch/delete', { body: { ids: [...ids] } });
  return call('POST /leads/batch/restore', { body: { ids: [...ids] } });
}
