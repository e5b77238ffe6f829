import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Answer } from '../../../api/call.ts';
import { listenersTexts } from '../../../texts/listeners.ts';
import { requestsTexts } from '../../../texts/runs/requests.ts';
import { HeaderTable } from './header-table.tsx';

const { browsers: texts } = listenersTexts;
type Verdict = Answer<'POST /workflows/:id/listener/browser-check'>;

/** What a browser makes of a call, step by step. */
export function BrowserVerdict({ verdict }: { verdict: Verdict }) {
  const { preflight, request, is_same_origin } = verdict;
  return (
    <Stack gap="sm" role="status">
      {is_same_origin && <Text size="sm">{texts.sameOrigin}</Text>}
      {preflight ? (
        <Exchange
          title={texts.preflight}
          answer={preflight}
          first={texts.because(preflight.because)}
          said={[afterPreflight(preflight)]}
        />
      ) : (
        !is_same_origin && <Text size="sm">{texts.noPreflight}</Text>
      )}
      {request ? (
        <Exchange
          title={requestTitle(preflight)}
          answer={request}
          said={[
            request.blocked === '' ? texts.readable : texts.blocked(request.blocked),
            !request.starts_run ? texts.noRun : request.blocked === '' ? texts.startsRun : texts.ranUnread,
          ]}
        />
      ) : (
        <Text fw={600}>{texts.notSent}</Text>
      )}
    </Stack>
  );
}

function afterPreflight({ blocked, differs }: NonNullable<Verdict['preflight']>): string {
  if (blocked !== '') return texts.blocked(blocked);
  return differs ? texts.differs : texts.goesOn;
}

const requestTitle = (preflight: Verdict['preflight']): string =>
  preflight === null ? texts.only : preflight.differs ? texts.requestIfSent : texts.request;

type ShownAnswer = Pick<
  NonNullable<Verdict['request']>,
  'status' | 'headers' | 'refusal' | 'origin' | 'blocked'
>;

/** Which check refused it, and what would have to be otherwise. */
const whyOf = ({ refusal, origin }: ShownAnswer): string =>
  origin ? texts.origins[origin.reason](origin.entry) : (requestsTexts.help[refusal] ?? '');

function Exchange({
  title,
  answer,
  first = '',
  said,
}: {
  title: string;
  answer: ShownAnswer;
  /** Why it is made at all: before what became of it. */
  first?: string;
  said: readonly string[];
}) {
  const headers = Object.entries(answer.headers);
  const isGood = answer.blocked === '' && answer.status < 400;
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Group gap="sm">
          <Title order={3} size="h5">
            {title}
          </Title>
          <Badge variant="dot" color={isGood ? 'green' : 'red'}>
            {texts.gets(answer.status)}
          </Badge>
          {answer.refusal !== '' && (
            <Text size="sm" fw={600}>
              {requestsTexts.reasons[answer.refusal] ?? answer.refusal}
            </Text>
          )}
        </Group>
        {[first, answer.refusal === '' ? '' : whyOf(answer), ...said].filter(Boolean).map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        {headers.length === 0 ? (
          <Text size="sm" c="dimmed">
            {texts.noHeaders}
          </Text>
        ) : (
          <HeaderTable title={texts.answerHeaders} headers={headers} />
        )}
      </Stack>
    </Paper>
  );
}
