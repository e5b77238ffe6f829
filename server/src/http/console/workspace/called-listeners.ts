import { z } from 'zod';
import type { ListenerId, WorkflowId } from '../../../lib/ids.ts';
import type { CeilingView } from '../../../lib/limits/limit-use.ts';

/** How often a listener was called, by the name of its workflow. */
export const calledListener = z.object({
  workflow: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Without a workflow: those whose workflow is deleted, or all that found no place of their own. */
  is_deleted: z.boolean(),
  served: z.number(),
  refused: z.number(),
});

/** Which were called most. Nobody can tell deleted ones apart, so they are one. */
export function calledListeners(
  callers: CeilingView<ListenerId>['callers'],
  names: ReadonlyMap<ListenerId, { readonly id: WorkflowId; readonly name: string }>,
): z.infer<typeof calledListener>[] {
  const called = callers.map(({ caller, ...numbers }) => {
    const workflow = (caller && names.get(caller)) ?? null;
    return { workflow, is_deleted: caller !== null && workflow === null, ...numbers };
  });
  const deleted = called.filter(({ is_deleted }) => is_deleted);
  const one = {
    workflow: null,
    is_deleted: true,
    served: deleted.reduce((sum, { served }) => sum + served, 0),
    refused: deleted.reduce((sum, { refused }) => sum + refused, 0),
  };
  return [...called.filter(({ is_deleted }) => !is_deleted), ...(deleted.length > 0 ? [one] : [])].sort(
    (a, b) => b.served + b.refused - a.served - a.refused,
  );
}
