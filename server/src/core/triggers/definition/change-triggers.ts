import { isDeepStrictEqual } from 'node:util';
import { conflict } from '../../../lib/errors.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { requireUnlimitedIfPublished } from '../../access/index.ts';
import { type Editor, withDraft } from '../../workflows/index.ts';
import { saveTriggers } from './save-triggers.ts';
import type { WantedTrigger } from './trigger-schema.ts';
import { selectTriggers } from './trigger-store.ts';

/**
 * Replaces a workflow's triggers, for users who can edit it. `basedOn` is the list that the user edited: if another user
 * has changed it since then, nothing is saved.
 */
export const changeTriggers = (
  editor: Editor,
  id: WorkflowId,
  { triggers, basedOn }: { triggers: readonly WantedTrigger[]; basedOn: readonly WantedTrigger[] },
): Promise<void> =>
  withDraft(editor, id, 'workflows.edit', async (change, { workflow }) => {
    const present = await selectTriggers(change.transaction, change.workspace, id);
    const stored = present.map(({ trigger }) => trigger);
    if (!isDeepStrictEqual(stored, basedOn)) {
      throw conflict(
        'triggers_changed',
        "Another user has changed this workflow's triggers. Reload the page and try again.",
      );
    }
    requireUnlimitedIfPublished(editor.principal, workflow, 'change the triggers of published workflows');
    await saveTriggers(change, workflow, triggers);
  });
