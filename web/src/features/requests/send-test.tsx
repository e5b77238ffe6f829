import { Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { Loaded } from '../../components/page/loaded.tsx';
import { PageAction } from '../../components/page/page-action.tsx';
import { CopyText } from '../../components/values/copy-text.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { requestsTexts } from '../../texts/runs/requests.ts';
import { TestRequest } from '../listeners/testing/test-request.tsx';
import classes from './requests.module.css';

const { test: texts } = requestsTexts;

/** Sends a real request to a webhook. `workflow` is the one that the list is filtered by. */
export function SendTest({ workflow }: { workflow: number | undefined }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <PageAction isInMenu label={texts.button} icon={IconSend} onClick={open} />
      <Modal opened={isOpen} onClose={close} title={texts.button} size="lg">
        <ChosenWebhook filtered={workflow} onCancel={close} />
      </Modal>
    </>
  );
}

interface ChoiceProps {
  readonly filtered: number | undefined;
  readonly onCancel: () => void;
}

const ChosenWebhook = (props: ChoiceProps) => (
  <Loaded result={useQuery(query('GET /workflows', { query: {} }))}>
    {({ workflows }) => <WebhookChoice workflows={workflows} {...props} />}
  </Loaded>
);

function WebhookChoice({
  workflows,
  filtered,
  onCancel,
}: ChoiceProps & Pick<ApiResponse<'GET /workflows'>, 'workflows'>) {
  const { acts, user } = useSession();
  const [chosen, setChosen] = useState<number>();
  const editable = workflows.filter(
    ({ owner, published_at }) =>
      published_at !== null && (acts['workflows.edit'] === 'all' || owner.id === user.id),
  );
  const id = chosen ?? editable.find((one) => one.id === filtered)?.id ?? editable[0]?.id;
  if (id === undefined) return <Text size="sm">{texts.none}</Text>;
  return (
    <Stack gap="sm" className={classes.test ?? ''}>
      <NativeSelect
        label={texts.workflow}
        value={String(id)}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        data={editable.map((one) => ({ value: String(one.id), label: escapeBidi(one.name) }))}
      />
      {/* The key forgets the response of another webhook. */}
      <Webhook key={id} workflow={id} onCancel={onCancel} />
    </Stack>
  );
}

const Webhook = ({ workflow, onCancel }: { workflow: number; onCancel: () => void }) => (
  <Loaded result={useQuery(query('GET /workflows/:id/listener', { params: { id: workflow } }))}>
    {(listener) => (
      <>
        <CopyText text={listener.url} name={texts.url} />
        <TestRequest listener={listener} onCancel={onCancel} />
      </>
    )}
  </Loaded>
);
