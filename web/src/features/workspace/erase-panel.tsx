import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { workspaceTexts } from '../../texts/workspace.ts';

const texts = workspaceTexts.erase;
type Erased = ApiResponse<'POST /workspace/erasure'>;

/** Erases a person's data. It shows a preview, asks for the email address as confirmation, and then shows the result. */
export function ErasePanel() {
  const may = useMay();
  const [email, setEmail] = useState('');
  const [again, setAgain] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [seen, setSeen] = useState<{ email: string; erased: Erased; isDone: boolean }>();
  const preview = useChange('POST /workspace/erasure/trial');
  const erase = useChange('POST /workspace/erasure');
  if (!may('leads.erase_person')) return null;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    preview.mutate({ body: { email } }, { onSuccess: (erased) => setSeen({ email, erased, isDone: false }) });
  };
  const doErase = async () => {
    if (!seen) return;
    const erased = await erase.mutateAsync({ body: { email: seen.email, again } });
    setSeen({ ...seen, erased, isDone: true });
    showSuccess(texts.told);
  };
  const close = () => {
    setAsking(false);
    setAgain('');
  };
  return (
    <Panel title={texts.title} about={texts.about} isDangerous>
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" gap="xs">
          <TextInput
            type="email"
            label={texts.email}
            value={email}
            autoComplete="off"
            flex="0 1 420px"
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setSeen(undefined);
            }}
          />
          <Button type="submit" variant="default" loading={preview.isPending} disabled={email.trim() === ''}>
            {texts.look}
          </Button>
        </Group>
      </form>
      {preview.error && <ErrorNotice error={preview.error} />}
      {seen && <Findings {...seen} onErase={() => setAsking(true)} />}
      <ConfirmModal
        isOpen={isAsking}
        title={texts.confirmTitle}
        confirm={texts.confirm}
        onClose={close}
        onConfirm={doErase}
      >
        <Stack gap="sm">
          <Text size="sm">{texts.confirmText}</Text>
          <TextInput
            type="email"
            label={texts.again}
            value={again}
            autoComplete="off"
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
        </Stack>
      </ConfirmModal>
    </Panel>
  );
}

function Findings({
  email,
  erased: { leads, ...counts },
  isDone,
  onErase,
}: {
  email: string;
  erased: Erased;
  isDone: boolean;
  onErase: () => void;
}) {
  const { runs, files, views, calls, proposals } = counts;
  if (leads.length === 0 && Object.values(counts).every((count) => count === 0))
    return <Text size="sm">{texts.nothing(email)}</Text>;
  return (
    <Alert
      color={isDone ? 'green' : 'red'}
      role="status"
      title={isDone ? texts.done(email) : texts.would(email)}
    >
      <Text size="sm" fw={500}>
        {[
          texts.leads(leads.length),
          texts.runs(runs),
          ...(files > 0 ? [texts.files(files)] : []),
          ...(views > 0 ? [texts.views(views)] : []),
          ...(calls > 0 ? [texts.calls(calls)] : []),
          ...(proposals > 0 ? [texts.proposals(proposals)] : []),
        ].join(', ')}
      </Text>
      {leads.map(({ id, state, removed }) => (
        <Text size="sm" key={id}>
          {[texts.lead(id, texts.states[state]), ...removedOf(removed)].join(' · ')}
        </Text>
      ))}
      {!isDone && (
        <Button mt="sm" color="red" onClick={onErase}>
          {texts.open}
        </Button>
      )}
    </Alert>
  );
}

const removedOf = (removed: Readonly<Record<string, number>>): string[] =>
  Object.entries(removed)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => texts.removed[name]?.(count) ?? texts.other(count, name));
