import { Button } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

/** The bottom of a form in a dialog, with the error, if any, and the cancel and submit buttons. */
export const FormFooter = ({
  change,
  submit,
  isReady,
  onCancel,
}: {
  change: { readonly error: Error | null; readonly isPending: boolean };
  /** The label of the submit button. It names the action; never use "OK". */
  submit: string;
  isReady: boolean;
  onCancel: () => void;
}) => (
  <>
    {change.error && <ErrorNotice error={change.error} title={sharedTexts.failedChange} />}
    <DialogButtons>
      <Button variant="default" onClick={onCancel}>
        {sharedTexts.cancel}
      </Button>
      <Button type="submit" loading={change.isPending} disabled={!isReady}>
        {submit}
      </Button>
    </DialogButtons>
  </>
);
