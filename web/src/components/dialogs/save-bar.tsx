import { Button, Text } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './save-bar.module.css';

/** The end of a form on a page. While there are unsaved changes, it stays visible at the bottom of the window. */
export const SaveBar = ({
  save,
  isChanged,
  isReady = true,
  isSaving,
  onDiscard,
}: {
  /** The label of the submit button. */
  save: string;
  isChanged: boolean;
  /** Whether the form can be saved as it is. */
  isReady?: boolean;
  isSaving: boolean;
  onDiscard: () => void;
}) => (
  <div className={classes.bar} data-changed={isChanged || undefined}>
    <Text size="sm" role="status" mr="auto" {...(isChanged ? { fw: 500 } : { c: 'dimmed' })}>
      {isChanged ? sharedTexts.unsaved : sharedTexts.noUnsaved}
    </Text>
    {isChanged && (
      <Button variant="default" onClick={onDiscard}>
        {sharedTexts.discardChanges}
      </Button>
    )}
    <Button type="submit" disabled={!isChanged || !isReady} loading={isSaving}>
      {save}
    </Button>
  </div>
);
