import type { WorkflowId } from '../../../lib/ids.ts';
import { renewAddress, saveListener, selectListener, type WantedSettings } from '../../listeners/index.ts';
import { type Editor, withDraft } from '../drafts/edit-workflow.ts';
import { noListener } from './open-listener.ts';

/** Changes the settings of a workflow's listener, for who may edit the workflow; what is left out stays as it is. */
export const changeListener = (editor: Editor, id: WorkflowId, wanted: WantedSettings): Promise<void> =>
  withDraft(editor, id, 'workflows.edit', async (change, { workflow }) => {
    await saveListener(change, workflow, wanted);
  });

/** Gives the listener of a workflow another address, for who may edit the workflow. */
export const renewListenerAddress = (editor: Editor, id: WorkflowId): Promise<void> =>
  withDraft(editor, id, 'workflows.edit', async (change, { workflow }) => {
    const listener = await selectListener(change.transaction, change.workspace, id, change.key);
    if (!listener) throw noListener();
    await renewAddress(change, listener, workflow);
  });
