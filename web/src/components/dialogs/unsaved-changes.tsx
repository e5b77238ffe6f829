import { useBlocker } from '@tanstack/react-router';
import { createContext, useContext, useEffect } from 'react';
import { sharedTexts } from '../../texts/shared.ts';
import { ConfirmModal } from './confirm.tsx';

/** A form with unsaved changes. */
export interface Draft {
  /** A path whose pages all keep the form's changes. Without it, every navigation loses them. */
  readonly keptWithin: string | undefined;
}

const drafts = new Set<Draft>();

/** The unsaved forms inside a dialog. Closing the dialog discards their changes. */
export const DialogDrafts = createContext<Set<Draft> | undefined>(undefined);

/** Asks before a form's changes are lost by navigating, switching tabs, or closing the dialog or the browser. */
export function useUnsavedChanges(
  isDirty: boolean,
  { keptWithin }: { readonly keptWithin?: string } = {},
): void {
  const inDialog = useContext(DialogDrafts);
  useEffect(() => {
    if (!isDirty) return;
    const draft = { keptWithin };
    drafts.add(draft);
    inDialog?.add(draft);
    return () => {
      drafts.delete(draft);
      inDialog?.delete(draft);
    };
  }, [isDirty, keptWithin, inDialog]);
}

interface RouteLocation {
  readonly pathname: string;
  readonly search: object;
}

const tabOf = ({ search }: RouteLocation) => (search as { readonly tab?: unknown }).tab;

const isWithin = (pathname: string, path: string | undefined) =>
  path !== undefined && (pathname === path || pathname.startsWith(`${path}/`));

const losesDraft = ({ current, next }: { current: RouteLocation; next: RouteLocation }): boolean =>
  [...drafts].some(
    ({ keptWithin }) =>
      !isWithin(next.pathname, keptWithin) &&
      (current.pathname !== next.pathname || tabOf(current) !== tabOf(next)),
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
