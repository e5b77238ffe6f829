import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { type ApiResponse, CallError, call } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { showFailure, showSuccess } from '../../../components/notices/notify.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import type { WrittenStep } from '../builder/step-tree.ts';
import { useBuilder } from '../builder/use-builder.ts';

export type Workflow = ApiResponse<'GET /workflows/:id'>;

/** A draft that another user saved in the meantime. */
export interface DraftConflict {
  readonly theirs: Workflow;
  /** The steps that both drafts are based on. */
  readonly common: readonly WrittenStep[];
}

const stepsOf = ({ draft }: Workflow) => draft.steps as readonly WrittenStep[];

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Keeps the edited draft and the stored draft. Saving never silently overwrites another user's changes. */
export function useDraft(workflow: Workflow) {
  const [{ seen, base }, setStored] = useState({ seen: workflow, base: workflow });
  const [conflict, setConflict] = useState<DraftConflict>();
  const [isSaving, setSaving] = useState(false);
  const builder = useBuilder(stepsOf(workflow));
  const isDirty = !isSame(builder.steps, base.draft.steps);
  const { reset, steps } = builder;

  const take = useCallback(
    (taken: Workflow) => {
      setStored({ seen: taken, base: taken });
      // Keep the undo history if the steps are unchanged.
      if (!isSame(steps, taken.draft.steps)) reset(stepsOf(taken));
      setConflict(undefined);
    },
    [reset, steps],
  );
  // Without unsaved changes, adopt the stored draft. Otherwise keep the base, so saving detects another user's changes.
  useEffect(() => {
    if (workflow === seen) return;
    if (!isDirty && workflow.draft.revision >= base.draft.revision) take(workflow);
    else setStored({ seen: workflow, base: { ...workflow, draft: base.draft } });
  }, [workflow, seen, base, isDirty, take]);

  const read = useRead(workflow.id);

  /** @returns the stored draft, or undefined if it wasn't saved */
  const save = async (over?: Workflow): Promise<Workflow | undefined> => {
    const on = over ?? base;
    if (!isDirty && !over) return base;
    setSaving(true);
    try {
      setStored({ seen, base: { ...on, draft: await store(on, builder.steps) } });
      setConflict(undefined);
      showSuccess(builderTexts.draft.saved);
      return await read();
    } catch (error) {
      if (error instanceof CallError && error.code === 'draft_changed') {
        setConflict({ theirs: await read(), common: stepsOf(base) });
      } else showFailure(error as Error);
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  return {
    builder,
    base,
    isDirty,
    isSaving,
    save,
    take,
    read,
    conflict,
    dismiss: () => setConflict(undefined),
  };
}

/** Saves a draft. The server rejects it if someone else saved the draft after it was loaded. */
async function store({ id, draft }: Workflow, steps: readonly WrittenStep[]): Promise<Workflow['draft']> {
  const { revision } = await call('PUT /workflows/:id/draft', {
    params: { id },
    body: { revision: draft.revision, base_version: draft.base_version, steps: [...steps] },
  });
  // Whether it differs from the published version is known only after reloading. Until then, it can be published.
  return { ...draft, revision, is_changed: true, steps: [...steps] };
}

/** Reloads the workflow and its webhook, bypassing the cache. */
function useRead(id: number) {
  const client = useQueryClient();
  return useCallback(async () => {
    const request = query('GET /workflows/:id', { params: { id } });
    const listener = query('GET /workflows/:id/listener', { params: { id } });
    // Publishing can enable the webhook.
    void client.invalidateQueries({ queryKey: listener.queryKey });
    await client.invalidateQueries({ queryKey: request.queryKey });
    return client.fetchQuery({ ...request, staleTime: 0 });
  }, [client, id]);
}

export type DraftWork = ReturnType<typeof useDraft>;
