import { createContext, useContext } from 'react';
import type { DraftWork, Workflow } from './draft/use-draft.ts';
import type { useSample } from './trial/use-sample.ts';

/** What the tabs of a workflow's page share. The page keeps it while the user switches tabs. */
interface WorkflowPageValue {
  readonly workflow: Workflow;
  readonly work: DraftWork;
  readonly sample: ReturnType<typeof useSample>;
  /** Where the open tab can add controls to the page's bars. */
  readonly slots: { readonly actions: HTMLElement | null; readonly tabs: HTMLElement | null };
}

export const WorkflowContext = createContext<WorkflowPageValue | undefined>(undefined);

/** Returns the open workflow, its draft, and the data for previews. */
export function useWorkflowPage(): WorkflowPageValue {
  const value = useContext(WorkflowContext);
  if (!value) throw new Error('This component belongs on a tab of a workflow.');
  return value;
}
