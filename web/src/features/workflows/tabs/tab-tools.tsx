import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useWorkflowPage } from '../workflow-context.ts';

/** Controls of the open tab, at the end of the tab bar. */
export function TabTools({ children }: { children: ReactNode }) {
  const { slots } = useWorkflowPage();
  return slots.tabs && createPortal(children, slots.tabs);
}
