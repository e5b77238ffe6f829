import {
  Alert,
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { type ApiResponse, CallError } from '../../../api/call.ts';
import { useChange } from '../../../api/queries.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { signaturesTexts as texts } from '../../../texts/listeners/signatures.ts';
import { requestsTexts } from '../../../texts/runs/requests.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { codeInput } from '../calling/code-input.ts';
import type { ShownListener } from '../listener.ts';
import type { TriggersSearch } from '../search.ts';
import { ExplainedChecks, OutcomeMark } from './explained-checks.tsx';
import { Labelled } from './labelled.tsx';

const methods = ['POST', 'PUT', 'GET'] as const;
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
type Explained = NonNullable<ApiResponse<'POST /workflows/:id/listener/signature-check'>['explained']>;

interface PastedRequest {
  readonly method: (typeof methods)[number];
  readonly query: string;
  readonly headers: string;
  readonly body: string;
}

/** Shows which check of the signature a pasted request fails, and why. */
export function SignatureDebugger({
  listener: { workflow, settings },
  rejected: { at, failed },
}: {
  listener: ShownListener;
  /** What is known about a rejected request, if the user comes from one. */
  rejected: Pick<TriggersSearch, 'at' | 'failed'>;
}) {
  const [request, setRequest] = useState<PastedRequest>({ method: 'POST', query: '', headers: '', body: '' });
  const check = useChange('POST /workflows/:id/listener/signature-check');
  const problem = check.error instanceof CallError ? check.error.problems[0] : undefined;
  if (settings.signature.scheme === 'none')
    return (
      <Panel title={texts.title} about={texts.about}>
        <Text size="sm">{texts.off}</Text>
      </Panel>
    );
  return (
    <Panel title={texts.title} about={texts.about}>
      {at !== undefined && (
        <Alert>{texts.rejected(exact.format(new Date(at)), failed && requestsTexts.reasons[failed])}</Alert>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate({ params: { id: workflow.id }, body: request });
        }}
      >
        <Stack gap="sm" align="flex-start">
          <RequestFields
            request={request}
            onChange={(part) => setRequest({ ...request, ...part })}
            isFocused={at !== undefined}
            problem={problem?.message}
          />
          <Button type="submit" loading={check.isPending}>
            {texts.check}
          </Button>
        </Stack>
      </form>
      {check.isError && !problem && <ErrorNotice error={check.error} title={sharedTexts.failedAction} />}
      {check.data?.explained && (
        <Explanation explained={check.data.explained} scheme={settings.signature.scheme} />
      )}
    </Panel>
  );
}

const RequestFields = ({
  request,
  onChange,
  isFocused,
  problem,
}: {
  request: PastedRequest;
  onChange: (part: Partial<PastedRequest>) => void;
  isFocused: boolean;
  /** What is wrong with the headers. */
  problem: string | undefined;
}) => {
  const pasted = {
    w: '100%',
    autosize: true,
    minRows: 4,
    maxRows: 14,
    styles: codeInput,
    spellCheck: false,
  } as const;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} w="100%">
        <NativeSelect
          label={texts.method}
          data={[...methods]}
          value={request.method}
          onChange={({ currentTarget }) =>
            onChange({ method: currentTarget.value as PastedRequest['method'] })
          }
        />
        <TextInput
          label={texts.query}
          value={request.query}
          onChange={({ currentTarget }) => onChange({ query: currentTarget.value.replace(/^\?/, '') })}
          autoComplete="off"
        />
      </SimpleGrid>
      <Textarea
        {...pasted}
        label={texts.headers}
        description={texts.headersAbout}
        autoFocus={isFocused}
        value={request.headers}
        onChange={({ currentTarget }) => onChange({ headers: currentTarget.value })}
        error={problem}
        autoComplete="off"
      />
      <Textarea
        {...pasted}
        label={texts.body}
        description={texts.bodyAbout}
        value={request.body}
        onChange={({ currentTarget }) => onChange({ body: currentTarget.value })}
        autoComplete="off"
      />
    </>
  );
};

function Explanation({
  explained,
  scheme,
}: {
  explained: Explained;
  scheme: ShownListener['settings']['signature']['scheme'];
}) {
  const { verdict, response, checks, received, signed, hmac, body_bytes } = explained;
  return (
    <Stack gap="md" role="status">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <OutcomeMark outcome={verdict === 'passed' ? 'passed' : 'failed'} />
        <Text fw={500}>{response ? texts.refused(response.status, response.text) : texts.passed}</Text>
      </Group>
      <ExplainedChecks
        checks={checks.map(({ name, outcome }) => ({
          title: texts.checks[name],
          outcome,
          text: textOf(name, outcome, explained, scheme),
        }))}
      />
      <Labelled label={texts.received}>
        <DataBlock
          label={texts.received}
          value={received
            .flatMap(({ name, values }) =>
              values.length === 0
                ? [`${name}: ${texts.missing}`]
                : values.map((value) => `${name}: ${value}`),
            )
            .join('\n')}
        />
      </Labelled>
      {hmac && (
        <Labelled label={texts.signed(hmac.algorithm, hmac.encoding)}>
          {signed === null ? (
            <Text size="sm">{texts.unread}</Text>
          ) : (
            <>
              <DataBlock label={texts.signed(hmac.algorithm, hmac.encoding)} value={signed} />
              <Text size="sm" c="dimmed" mt={4}>
                {texts.bodyBytes(body_bytes)}
              </Text>
            </>
          )}
        </Labelled>
      )}
    </Stack>
  );
}

/** Explains the outcome of a check. */
function textOf(
  name: Explained['checks'][number]['name'],
  outcome: Explained['checks'][number]['outcome'],
  { received, hmac, seconds_ago, tolerance_seconds, body_change }: Explained,
  scheme: string,
): string {
  if (outcome === 'not_made') return '';
  if (name === 'time') {
    return seconds_ago === null ? texts.noTime : texts.time(seconds_ago, tolerance_seconds);
  }
  if (outcome === 'passed') return '';
  switch (name) {
    case 'present':
      return texts.absent(received.filter(({ values }) => values.length === 0).map((header) => header.name));
    case 'form':
      return received.some(({ values }) => values.length > 1)
        ? texts.repeated
        : (texts.forms[scheme] ?? texts.otherForm);
    case 'secret':
      return texts.noSecret;
    case 'signature':
      if (body_change !== null) return texts.bodyChanges[body_change];
      return hmac ? texts.wrong : texts.wrongSecret;
  }
}
