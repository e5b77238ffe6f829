import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { DraftModal } from '../../components/dialogs/draft-modal.tsx';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { type ErrorAt, errorsOf } from '../../components/fields/field-errors.ts';
import { showSuccess } from '../../components/notices/notify.ts';
import { CopyText } from '../../components/values/copy-text.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { connectionsTexts } from '../../texts/secrets/connections.ts';
import {
  bodyOf,
  type Connection,
  type ConnectionValues,
  disconnects,
  secretKeys,
  staleConnections,
  valuesOf,
} from './connection.ts';
import { ConnectionFields } from './connection-fields.tsx';
import { ConnectionState } from './connection-state.tsx';

const { form: texts, ...shared } = connectionsTexts;

/** The connection that the dialog edits, or `new`. */
export type EditedConnection = Connection | 'new';

/** Creates or changes a connection. */
export const ConnectionModal = ({
  editing,
  redirectUri,
  onClose,
}: {
  editing: EditedConnection | undefined;
  redirectUri: string;
  onClose: () => void;
}) => (
  <DraftModal
    opened={editing !== undefined}
    onClose={onClose}
    title={
      editing === undefined || editing === 'new' ? shared.add : texts.editTitle(escapeBidi(editing.name))
    }
  >
    {editing && (
      <ConnectionForm
        stored={editing === 'new' ? undefined : editing}
        redirectUri={redirectUri}
        onClose={onClose}
      />
    )}
  </DraftModal>
);

function ConnectionForm({
  stored,
  redirectUri,
  onClose,
}: {
  stored: Connection | undefined;
  redirectUri: string;
  onClose: () => void;
}) {
  const [values, setValues] = useState(() => valuesOf(stored));
  const save = useSave(stored, onClose);
  const isChanged = JSON.stringify(values) !== JSON.stringify(valuesOf(stored));
  useUnsavedChanges(isChanged);
  const { errorAt, hasOthers } = errorsOf(save.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.start(values);
  };
  return (
    <form onSubmit={submit} autoComplete="off" noValidate>
      <Stack gap="md">
        <ConnectionFields
          values={values}
          stored={stored}
          errorAt={withoutEdited(errorAt, values, save.sent)}
          onChange={(changes) => setValues({ ...values, ...changes })}
        />
        {values.type === 'oauth2' && values.grant === 'authorization_code' && (
          <SignIn values={values} stored={stored} redirectUri={redirectUri} />
        )}
        <FormFooter
          change={{ error: hasOthers ? save.error : null, isPending: save.isPending }}
          submit={stored ? texts.save : texts.create}
          isReady={!stored || isChanged}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Saves the values and remembers what was sent. */
function useSave(stored: Connection | undefined, onSaved: () => void) {
  const [sent, setSent] = useState<ConnectionValues>();
  const create = useChange('POST /connections', staleConnections);
  const change = useChange('PATCH /connections/:id', staleConnections);
  const start = (values: ConnectionValues) => {
    setSent(values);
    const body = bodyOf(values, stored);
    const onSuccess = () => {
      showSuccess(savedText(values, stored));
      onSaved();
    };
    if (stored) change.mutate({ params: { id: stored.id }, body }, { onSuccess });
    else create.mutate({ body }, { onSuccess });
  };
  return {
    start,
    sent,
    error: create.error ?? change.error,
    isPending: create.isPending || change.isPending,
  };
}

function savedText({ name, type, grant }: ConnectionValues, stored: Connection | undefined): string {
  if (stored) return texts.saved(name);
  return type === 'oauth2' && grant === 'authorization_code'
    ? texts.createdToConnect(name)
    : texts.created(name);
}

/** Hides the errors of values that have changed since they were sent. */
const withoutEdited =
  (errorAt: ErrorAt, values: ConnectionValues, sent: ConnectionValues | undefined): ErrorAt =>
  (path) => {
    const key = path === secretKeys[values.type] ? 'secret' : (path as keyof ConnectionValues);
    return sent?.type === values.type && sent[key] === values[key] ? errorAt(path) : undefined;
  };

/** What the other service needs to know, and the link to sign in there. */
const SignIn = ({
  values,
  stored,
  redirectUri,
}: {
  values: ConnectionValues;
  stored: Connection | undefined;
  redirectUri: string;
}) => (
  <>
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {texts.redirectUri}
      </Text>
      <Text size="xs" c="dimmed">
        {texts.redirectUriHelp}
      </Text>
      <CopyText text={redirectUri} name={texts.redirectUri} label={texts.copyRedirectUri} />
    </Stack>
    {stored && disconnects(values, stored) && <Alert color="yellow">{texts.disconnects}</Alert>}
    {typeof stored?.connect_path === 'string' ? (
      <Stack gap={4}>
        <Group gap="sm">
          <ConnectionState connected={stored.connected} />
          <Anchor href={stored.connect_path} size="sm">
            {stored.connected ? shared.connectAgain : shared.connect}
          </Anchor>
        </Group>
        <Text size="xs" c="dimmed">
          {texts.connectHelp}
        </Text>
      </Stack>
    ) : (
      <Text size="xs" c="dimmed">
        {texts.connectLater}
      </Text>
    )}
  </>
);
