import { Alert, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { ShowOnceModal } from '../../components/dialogs/show-once-modal.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { NameInput } from '../../components/fields/name-input.tsx';
import { type Scope, ScopeChoice } from '../../components/fields/scope-choice.tsx';
import { CopyText } from '../../components/values/copy-text.tsx';
import { oauthClientsTexts } from '../../texts/oauth-clients.ts';
import { linesOf } from './redirect-lines.ts';

const { issue: texts, issued: issuedTexts } = oauthClientsTexts;
type Issued = ApiResponse<'POST /oauth-clients'>;

/** Creates a client, then shows its client_id and, only once, its secret. */
export const IssueModal = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <ShowOnceModal<Issued>
    isOpen={isOpen}
    onClose={onClose}
    title={(issued) => (issued ? issuedTexts.title : texts.title)}
    form={(onMade, onCancel) => <IssueForm onMade={onMade} onCancel={onCancel} />}
  >
    {(issued, onDone) => <ShownClient issued={issued} onDone={onDone} />}
  </ShowOnceModal>
);

function IssueForm({ onMade, onCancel }: { onMade: (issued: Issued) => void; onCancel: () => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('api');
  const [redirects, setRedirects] = useState('');
  const [confidential, setConfidential] = useState(false);
  const issue = useChange('POST /oauth-clients', ['GET /oauth-clients']);
  const redirect_uris = linesOf(redirects);
  useUnsavedChanges(name !== '' || redirects !== '');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    issue.mutate({ body: { name, scope, redirect_uris, confidential } }, { onSuccess: onMade });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <NameInput
          label={texts.name}
          description={texts.nameHelp}
          value={name}
          onChange={setName}
          data-autofocus
        />
        <ScopeChoice texts={texts} value={scope} onChange={setScope} />
        <Textarea
          label={texts.redirects}
          description={texts.redirectsHelp}
          value={redirects}
          onChange={(event) => setRedirects(event.currentTarget.value)}
          autosize
          minRows={2}
          required
        />
        <Checkbox
          label={texts.confidential}
          description={texts.confidentialHelp}
          checked={confidential}
          onChange={(event) => setConfidential(event.currentTarget.checked)}
        />
        <FormFooter
          change={issue}
          submit={texts.create}
          isReady={name.trim() !== '' && redirect_uris.length > 0}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

const ShownClient = ({ issued, onDone }: { issued: Issued; onDone: () => void }) => (
  <Stack gap="md">
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {issuedTexts.id}
      </Text>
      <CopyText text={issued.client_id} label={issuedTexts.copyId} />
    </Stack>
    {issued.client_secret === null ? (
      <Text size="sm">{issuedTexts.public}</Text>
    ) : (
      <>
        <Alert color="yellow">{issuedTexts.once}</Alert>
        <Stack gap={4}>
          <Text size="sm" fw={500}>
            {issuedTexts.secret}
          </Text>
          <CopyText text={issued.client_secret} label={issuedTexts.copySecret} />
        </Stack>
      </>
    )}
    <Group justify="flex-end">
      <Button onClick={onDone}>{issuedTexts.done}</Button>
    </Group>
  </Stack>
);
