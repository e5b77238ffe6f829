import { useBlocker } from '@tanstack/react-router';
import { createContext, useContext, useEffect } from 'react';
import { sharedTexts } from '../../texts/shared.ts';
import { ConfirmModal } from './confirm.tsx';

/** A form with unsaved changes. */
export interface Draft {
  /** Whether the form keeps its changes when the user switches to another tab of the page. */
  readonly isKeptAcrossTabs: boolean;
}

const drafts = new Set<Draft>();

/** The unsaved forms inside a dialog. Closing the dialog discards their changes. */
export const DialogDrafts = createContext<Set<Draft> | undefined>(undefined);

/** Asks before a form's changes are lost by navigating, switching tabs, or closing the dialog or the browser. */
export function useUnsavedChanges(isDirty: boolean, { isKeptAcrossTabs = false } = {}): void {
  const inDialog = useContext(DialogDrafts);
  useEffect(() => {
    if (!isDirty) return;
    const draft = { isKeptAcrossTabs };
    drafts.add(draft);
    inDialog?.add(draft);
    return () => {
      drafts.delete(draft);
      inDialog?.delete(draft);
    };
  }, [isDirty, isKeptAcrossTabs, inDialog]);
}

interface RouteLocation {
  readonly pathname: string;
  readonly search: object;
}

const tabOf = ({ search }: RouteLocation) => (search as { readonly tab?: unknown }).tab;

const losesDraft = ({ current, next }: { current: RouteLocation; next: RouteLocation }): boolean =>
  [...drafts].some(
    ({ isKeptAcrossTabs }) =>
      current.pathname !== next.pathname || (!isKeptAcrossTabs && tabOf(current) !== tabOf(next)),
  );
const hasDraft = () => drafts.size > 0;

/** Asks before a navigation that would lose unsaved changes. Rendered once, in the shell. */
export function UnsavedChangesGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: losesDraft,
    enableBeforeUnload: hasDraft,
    withResolver: true,
  });
  return (
    <DiscardDialog isOpen={status === 'blocked'} onDiscard={() => proceed?.()} onKeep={() => reset?.()} />
  );
}

export const DiscardDialog = ({
  isOpen,
  onDiscard,
  onKeep,
}: {
  isOpen: boolean;
  onDiscard: () => void;
  onKeep: () => void;
}) => (
  <ConfirmModal
    isOpen={isOpen}
    title={sharedTexts.discard.title}
    confirm={sharedTexts.discard.confirm}
    cancel={sharedTexts.discard.keep}
    onConfirm={async () => onDiscard()}
    onClose={onKeep}
  >
    {sharedTexts.discard.text}
  </ConfirmModal>
);
