import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { type Answer, CallError, call } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { tellDone, tellFailure } from '../../../components/notices/notify.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import type { WrittenStep } from '../builder/step-tree.ts';
import { useBuilder } from '../builder/use-builder.ts';

export type Workflow = Answer<'GET /workflows/:id'>;

/** What somebody else saved meanwhile. */
export interface DraftConflict {
  readonly theirs: Workflow;
  /** The steps that both began with. */
  readonly common: readonly WrittenStep[];
}

const stepsOf = ({ draft }: Workflow) => draft.steps as readonly WrittenStep[];

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The draft as it is written here, and as it is stored; nobody's work is overwritten unseen. */
export function useDraft(workflow: Workflow) {
  const [{ seen, base }, setStored] = useState({ seen: workflow, base: workflow });
  const [conflict, setConflict] = useState<DraftConflict>();
  const [isSaving, setSaving] = useState(false);
  const builder = useBuilder(stepsOf(workflow));
  const isDirty = !isSame(builder.steps, base.draft.steps);
  const { begin, steps } = builder;

  const take = useCallback(
    (taken: Workflow) => {
      setStored({ seen: taken, base: taken });
      // What can be undone stays, as long as nothing else is shown.
      if (!isSame(steps, taken.draft.steps)) begin(stepsOf(taken));
      setConflict(undefined);
    },
    [begin, steps],
  );
  // Where nothing is written, what is stored is what there is. Otherwise the draft stays the one that was begun with: saving tells
  // whether somebody else was faster.
  useEffect(() => {
    if (workflow === seen) return;
    if (!isDirty && workflow.draft.revision >= base.draft.revision) take(workflow);
    else setStored({ seen: workflow, base: { ...workflow, draft: base.draft } });
  }, [workflow, seen, base, isDirty, take]);

  const read = useRead(workflow.id);

  /** @returns the draft as it is stored now, or undefined when it was not saved */
  const save = async (over?: Workflow): Promise<Workflow | undefined> => {
    const on = over ?? base;
    if (!isDirty && !over) return base;
    setSaving(true);
    try {
      setStored({ seen, base: { ...on, draft: await store(on, builder.steps) } });
      setConflict(undefined);
      tellDone(builderTexts.draft.saved);
      return await read();
    } catch (error) {
      if (error instanceof CallError && error.code === 'draft_changed') {
        setConflict({ theirs: await read(), common: stepsOf(base) });
      } else tellFailure(error as Error);
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

/** Writes a draft on top of the one that was begun with; the server refuses when that is not the newest. */
async function store({ id, draft }: Workflow, steps: readonly WrittenStep[]): Promise<Workflow['draft']> {
  const { revision } = await call('PUT /workflows/:id/draft', {
    params: { id },
    body: { revision: draft.revision, base_version: draft.base_version, steps: [...steps] },
  });
  return { ...draft, revision, steps: [...steps] };
}

/** Reads the workflow anew, whatever is remembered of it. */
function useRead(id: number) {
  const client = useQueryClient();
  return useCallback(async () => {
    const asked = query('GET /workflows/:id', { params: { id } });
    await client.invalidateQueries({ queryKey: asked.queryKey });
    return client.fetchQuery({ ...asked, staleTime: 0 });
  }, [client, id]);
}

export type DraftWork = ReturnType<typeof useDraft>;
