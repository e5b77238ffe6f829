import { Button } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import { ActRow } from './act-row.tsx';

/** The end of a form in a dialog: why it was not done, the way out, and the act itself. */
export const FormEnd = ({
  change,
  submit,
  isReady,
  onCancel,
}: {
  change: { readonly error: Error | null; readonly isPending: boolean };
  /** What the button says: the act, not "OK". */
  submit: string;
  isReady: boolean;
  onCancel: () => void;
}) => (
  <>
    {change.error && <ErrorNotice error={change.error} title={sharedTexts.failedChange} />}
    <ActRow>
      <Button variant="default" onClick={onCancel}>
        {sharedTexts.cancel}
      </Button>
      <Button type="submit" loading={change.isPending} disabled={!isReady}>
        {submit}
      </Button>
    </ActRow>
  </>
);
