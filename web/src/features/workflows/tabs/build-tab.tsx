import { StepsPanel } from '../steps-panel.tsx';
import { useWorkflowPage } from '../workflow-context.ts';

/** The workflow's steps, in the whole area below the tabs. */
export const BuildTab = () => <StepsPanel {...useWorkflowPage()} />;
