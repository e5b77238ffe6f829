import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { StateChip } from '../../../components/chips/state-chip.tsx';
import { DialogButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { callingTexts } from '../../../texts/listeners/calling.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { codeInput } from '../calling/code-input.ts';
import { useExampleBody } from '../calling/example-body.ts';
import type { ShownListener } from '../listener.ts';
import { ResponseHeaders } from './response-headers.tsx';
import { sendTest, type TestAnswer } from './send-test.ts';

const { test: texts } = callingTexts;
const fiveMinutesSeconds = 300;
const methods = ['POST', 'PUT', 'GET'];

/** Sends a real request from this page, and shows the response. */
export function TestRequest({
  listener,
  onCancel,
}: {
  listener: ShownListener;
  /** Closes the dialog that it is in, if any. */
  onCancel?: () => void;
}) {
  const { url, settings, workflow } = listener;
  const { workspace } = useSession();
  const [method, setMethod] = useState('POST');
  const example = useExampleBody(workflow.id);
  const [typed, setBody] = useState<string>();
  const body = typed ?? JSON.stringify(example, null, 2);
  const send = useMutation({
    mutationFn: async () => {
      const token = settings.add_authentication ? await createToken(workflow.id) : null;
      return sendTest(url, { method, body, token });
    },
  });
  const { host } = new URL(url);
  // The page's Content-Security-Policy allows connections only to its own host.
  const isSeparate = host !== new URL(workspace.base_url).host;
  const isSigned = settings.signature.scheme !== 'none';
  if (isSeparate || isSigned)
    return (
      <Panel title={texts.title}>
        <Text size="sm">{isSigned ? texts.signed : texts.separateHost(host)}</Text>
      </Panel>
    );
  return (
    <Panel title={texts.title} about={texts.about}>
      {host !== location.host && <Text size="sm">{texts.otherHost(host)}</Text>}
      {host === location.host && settings.add_authentication && settings.allow_cors && (
        <Text size="sm">{texts.ownOrigin}</Text>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <Stack gap="sm">
          <NativeSelect
            label={texts.method}
            data={methods}
            value={method}
            onChange={({ currentTarget }) => setMethod(currentTarget.value)}
            maw={160}
          />
          {method !== 'GET' && <BodyField value={body} onChange={setBody} />}
          {settings.add_authentication && (
            <Text size="sm" c="dimmed">
              {texts.withToken}
            </Text>
          )}
          <Actions onCancel={onCancel}>
            <Button type="submit" loading={send.isPending}>
              {texts.send}
            </Button>
          </Actions>
        </Stack>
      </form>
      {send.isError && <FailedSend error={send.error} />}
      {send.data && <ShownResponse response={send.data} />}
    </Panel>
  );
}

/** The submit button. In a dialog, the button to close it comes before. */
const Actions = ({ onCancel, children }: { onCancel: (() => void) | undefined; children: ReactNode }) =>
  onCancel ? (
    <DialogButtons>
      <Button variant="default" onClick={onCancel}>
        {sharedTexts.cancel}
      </Button>
      {children}
    </DialogButtons>
  ) : (
    <div>{children}</div>
  );

const BodyField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <Textarea
    label={texts.body}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    autosize
    minRows={3}
    maxRows={16}
    styles={codeInput}
    spellCheck={false}
  />
);

const createToken = async (id: number) =>
  (
    await call('POST /workflows/:id/listener/token', {
      params: { id },
      body: { claims: '{}', algorithm: 'HS256', expires_in_seconds: fiveMinutesSeconds },
    })
  ).token;

const FailedSend = ({ error }: { error: Error }) => (
  <Alert role="alert" color="red">
    {error.name === 'CallError' ? error.message : texts.failed}
  </Alert>
);

function ShownResponse({ response }: { response: TestAnswer }) {
  const isGood = response.status >= 200 && response.status < 400;
  return (
    <Stack gap="sm" role="status" aria-label={texts.answer}>
      <Group gap="sm">
        <StateChip tone={isGood ? 'good' : 'bad'}>
          {response.isRedirect ? texts.redirect : texts.status(response.status, response.statusText)}
        </StateChip>
        <Text size="sm" c="dimmed">
          {texts.took(response.tookMs)}
        </Text>
        {response.run !== null && (
          <>
            <Text size="sm">{texts.passed}</Text>
            <Anchor size="sm" component={Link} to={`/runs/${response.run}`}>
              {texts.run}
            </Anchor>
          </>
        )}
      </Group>
      {response.body === '' ? (
        <Text size="sm">{texts.empty}</Text>
      ) : (
        <DataBlock label={texts.answerBody} value={response.body} />
      )}
      <ResponseHeaders title={texts.headers} headers={response.headers} />
    </Stack>
  );
}
