import { useSession } from '../../../api/session.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { RightsNote } from '../draft/rights-note.tsx';
import type { Workflow } from '../draft/use-draft.ts';
import classes from './workflow-bars.module.css';

/** Tells the user that the workflow runs as someone else, and whether they can edit it. Users who can edit their own workflow need no note. */
export function WorkflowNotes({ workflow: { owner, may_edit } }: { workflow: Workflow }) {
  const { user } = useSession();
  if (owner.id === user.id && may_edit) return null;
  return (
    <div className={classes.notes}>
      {!may_edit && <span>{builderTexts.readOnly}</span>}
      <RightsNote owner={owner} mayEdit={may_edit} />
    </div>
  );
}
