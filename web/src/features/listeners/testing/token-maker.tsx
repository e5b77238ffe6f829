import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type ApiResponse, CallError } from '../../../api/call.ts';
import { useChange } from '../../../api/queries.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { CopyText } from '../../../components/values/copy-text.tsx';
import { curlCommand } from '../../../components/values/curl.ts';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { tokensTexts } from '../../../texts/listeners/tokens.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { codeInput } from '../calling/code-input.ts';
import { useExampleBody } from '../calling/example-body.ts';
import type { ShownListener } from '../listener.ts';
import { Labelled } from './labelled.tsx';

const { maker: texts } = tokensTexts;
const algorithms = ['HS256', 'HS384', 'HS512'] as const;
type Algorithm = (typeof algorithms)[number];
type Signed = ApiResponse<'POST /workflows/:id/listener/token'>;
const exampleClaims = '{\n  "sub": "partner-7",\n  "data": { "order": 7 }\n}';

/** Creates a token from claims and an expiry, and a curl command that sends it. */
export const TokenMaker = ({ listener }: { listener: ShownListener }) =>
  listener.settings.add_authentication ? (
    <Maker listener={listener} />
  ) : (
    <Panel title={texts.title}>
      <Text size="sm">{texts.off}</Text>
    </Panel>
  );

function Maker({ listener }: { listener: ShownListener }) {
  const [claims, setClaims] = useState(exampleClaims);
  const [expiry, setExpiry] = useState('3600');
  const [algorithm, setAlgorithm] = useState<Algorithm>('HS256');
  const create = useChange('POST /workflows/:id/listener/token');
  const wrongClaims = create.error instanceof CallError ? create.error.problems[0]?.message : undefined;
  const submit = () => {
    const expires_in_seconds = expiry === 'never' ? null : Number(expiry);
    create.mutate({ params: { id: listener.workflow.id }, body: { claims, algorithm, expires_in_seconds } });
  };
  return (
    <Panel title={texts.title} about={texts.about}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          <ClaimsField value={claims} onChange={setClaims} error={wrongClaims} />
          <Group gap="sm" align="flex-end">
            <Choice label={texts.expiry} value={expiry} data={expiries} onChange={setExpiry} />
            <Choice
              label={texts.algorithm}
              value={algorithm}
              data={[...algorithms]}
              onChange={(value) => setAlgorithm(value as Algorithm)}
            />
            <Button type="submit" loading={create.isPending}>
              {texts.make}
            </Button>
          </Group>
        </Stack>
      </form>
      {create.isError && wrongClaims === undefined && (
        <ErrorNotice error={create.error} title={sharedTexts.failedAction} />
      )}
      {create.data && <CreatedToken created={create.data} listener={listener} />}
    </Panel>
  );
}

const ClaimsField = ({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) => (
  <Textarea
    label={texts.claims}
    description={texts.claimsAbout}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    error={error}
    autosize
    minRows={4}
    maxRows={16}
    styles={codeInput}
    spellCheck={false}
  />
);

const expiries = Object.entries(texts.expiries).map(([value, label]) => ({ value, label }));

const Choice = ({
  label,
  value,
  data,
  onChange,
}: {
  label: string;
  value: string;
  data: (string | { value: string; label: string })[];
  onChange: (value: string) => void;
}) => (
  <NativeSelect
    label={label}
    value={value}
    data={data}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

function CreatedToken({
  created: { token, claims },
  listener: { workflow, url },
}: {
  created: Signed;
  listener: ShownListener;
}) {
  const body = useExampleBody(workflow.id);
  const commandWith = (shown: string) =>
    curlCommand({
      url,
      method: 'POST',
      headers: [
        ['Content-Type', 'application/json'],
        ['Authorization', `Bearer ${shown}`],
      ],
      body: JSON.stringify(body),
    });
  return (
    <Stack gap="sm" role="status">
      <Labelled label={texts.token}>
        <CopyText text={token} label={texts.copyToken} />
      </Labelled>
      <Labelled label={texts.curl}>
        <CopyText text={commandWith(token)} label={texts.copyCurl} isCode>
          {commandWith(sharedTexts.masked)}
        </CopyText>
      </Labelled>
      <Labelled label={texts.signed}>
        <DataBlock label={texts.signed} value={claims} />
      </Labelled>
    </Stack>
  );
}
