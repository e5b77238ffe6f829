import { Alert, Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ActRow } from '../../../components/dialogs/act-row.tsx';
import { tellDone } from '../../../components/notices/notify.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { sharedTexts } from '../../../texts/shared.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import type { StepWarning } from '../builder/builder-context.ts';
import { stepAt, stepText, type WrittenStep } from '../builder/step-tree.ts';
import { Differences } from './differences.tsx';
import { RightsNote } from './rights-note.tsx';
import type { Workflow } from './use-draft.ts';

const texts = builderTexts.publish;

interface PublishProps {
  readonly workflow: Workflow;
  readonly warnings: readonly StepWarning[];
  readonly onClose: () => void;
  readonly onPublished: () => Promise<unknown>;
}

/** Shows what changes for the next request, and with whose rights, before it does. */
export function PublishModal({ workflow, warnings, onClose, onPublished }: PublishProps) {
  const { id, version, draft, enabled, owner } = workflow;
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  // A first version is published to be called; one that somebody switched off stays so until he says otherwise.
  const [isSwitchedOn, setSwitchedOn] = useState(version === 0);
  const publish = async () => {
    setBusy(true);
    try {
      const body = { revision: draft.revision, version, switch_on: !enabled && isSwitchedOn };
      const published = await call('POST /workflows/:id/publish', { params: { id }, body });
      await onPublished();
      tellDone(texts.done(published.version));
      onClose();
    } catch (thrown) {
      setError(thrown as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={texts.title(version + 1)} size="lg">
      <Stack gap="md">
        <Text size="sm">{texts.about}</Text>
        <RightsNote owner={owner} mayEdit />
        {!enabled && (
          <Checkbox
            label={texts.switchOn}
            description={texts.switchOnAbout}
            checked={isSwitchedOn}
            onChange={(event) => setSwitchedOn(event.currentTarget.checked)}
          />
        )}
        {draft.base_version < version && (
          <Alert color="yellow" variant="outline">
            {builderTexts.draft.old(draft.base_version, version)}
          </Alert>
        )}
        {warnings.map(({ path, message }) => (
          <Alert key={stepText(path)} color="yellow" variant="outline">
            {`${stepAt(draft.steps as readonly WrittenStep[], path)?.name}: ${message}`}
          </Alert>
        ))}
        <Differences workflow={id} from={version === 0 ? [] : version} to="draft" />
        {error && <ErrorNotice error={error} title={sharedTexts.failedChange} />}
        <ActRow>
          <Button variant="default" onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button loading={isBusy} onClick={() => void publish()} data-autofocus>
            {texts.confirm}
          </Button>
        </ActRow>
      </Stack>
    </Modal>
  );
}
