import { Alert, Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { DialogButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { showSuccess } from '../../../components/notices/notify.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { sharedTexts } from '../../../texts/shared.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import type { StepWarning } from '../builder/builder-context.ts';
import type { WrittenStep } from '../builder/step-tree.ts';
import { Differences } from './differences.tsx';
import { PastRequests } from './past-requests.tsx';
import { RightsNote } from './rights-note.tsx';
import { StepWarnings } from './step-warnings.tsx';
import type { Workflow } from './use-draft.ts';

const texts = builderTexts.publish;

interface PublishProps {
  readonly workflow: Workflow;
  readonly warnings: readonly StepWarning[];
  readonly onClose: () => void;
  readonly onPublished: () => Promise<unknown>;
}

/** Asks for confirmation before publishing. It shows what changes and whose permissions the workflow runs with. */
export function PublishModal({ workflow, warnings, onClose, onPublished }: PublishProps) {
  const { id, version, draft, enabled, owner } = workflow;
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  // Enable the workflow by default when its first version is published. Later, a disabled workflow stays disabled unless
  // the user checks the box.
  const [isEnabling, setEnabling] = useState(version === 0);
  const publish = async () => {
    setBusy(true);
    try {
      const body = { revision: draft.revision, version, switch_on: !enabled && isEnabling };
      const published = await call('POST /workflows/:id/publish', { params: { id }, body });
      await onPublished();
      showSuccess(texts.done(published.version));
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
            checked={isEnabling}
            onChange={(event) => setEnabling(event.currentTarget.checked)}
          />
        )}
        {draft.base_version < version && (
          <Alert color="yellow">{builderTexts.draft.old(draft.base_version, version)}</Alert>
        )}
        <StepWarnings
          steps={draft.steps as readonly WrittenStep[]}
          warnings={warnings.filter(({ code }) => code !== 'disabled' || !isEnabling)}
        />
        <Differences workflow={id} from={version === 0 ? [] : version} to="draft" />
        {version > 0 && <PastRequests workflow={id} revision={draft.revision} />}
        {error && <ErrorNotice error={error} title={sharedTexts.failedAction} />}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button loading={isBusy} onClick={() => void publish()} data-autofocus>
            {texts.confirm}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
