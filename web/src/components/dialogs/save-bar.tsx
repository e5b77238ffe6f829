import { Button, Kbd, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import { CallError } from '../../api/call.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import classes from './save-bar.module.css';

interface SaveBarProps {
  /** The label of the submit button. */
  readonly save?: string;
  /** Whether there are unsaved changes, or how many. */
  readonly changes: boolean | number;
  /** Why the server rejected the form, unless the form shows it itself. */
  readonly error?: Error | null;
  /** Whether the form can be saved as it is. */
  readonly isReady?: boolean;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
}

/**
 * The end of a form on a page. It appears when there are unsaved changes, and stays visible at the bottom of the window.
 * Ctrl+S submits the form.
 */
export function SaveBar({
  save = sharedTexts.saveChanges,
  changes,
  error = null,
  isReady = true,
  isSaving,
  onDiscard,
}: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const isChanged = changes !== false && changes !== 0;
  const canSave = isChanged && isReady;
  useHotkeys([['mod+S', () => canSave && bar.current?.closest('form')?.requestSubmit()]], []);
  const wrong = error instanceof CallError ? error.problems.length : 0;
  if (!isChanged) return null;
  return (
    <div ref={bar} className={classes.bar}>
      {error && wrong === 0 && (
        <div className={classes.error}>
          <ErrorNotice error={error} title={sharedTexts.failedChange} />
        </div>
      )}
      <Text
        size="sm"
        mr="auto"
        className={classes.state ?? ''}
        fw={500}
        {...(wrong > 0 ? { role: 'alert', c: 'var(--mantine-color-error)' } : { role: 'status' })}
      >
        {wrong > 0 ? sharedTexts.wrongValues(wrong) : stateOf(changes)}
      </Text>
      <Button variant="default" onClick={onDiscard}>
        {sharedTexts.discardChanges}
      </Button>
      <Button
        type="submit"
        disabled={!canSave}
        loading={isSaving}
        aria-keyshortcuts="Control+S"
        rightSection={
          canSave && (
            <Kbd visibleFrom="sm" aria-hidden className={classes.key ?? ''}>
              {sharedTexts.saveKey}
            </Kbd>
          )
        }
      >
        {save}
      </Button>
    </div>
  );
}

const stateOf = (changes: boolean | number): string =>
  typeof changes === 'number' ? sharedTexts.unsavedCount(changes) : sharedTexts.unsaved;
