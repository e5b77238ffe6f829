import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ApiResponse } from '../../../api/call.ts';
import { StateChip } from '../../../components/chips/state-chip.tsx';
import { corsTesterTexts as texts } from '../../../texts/listeners/cors-tester.ts';
import { requestsTexts } from '../../../texts/runs/requests.ts';
import { ResponseHeaders } from './response-headers.tsx';

type Verdict = ApiResponse<'POST /workflows/:id/listener/browser-check'>;

/** Shows how a browser handles the request, step by step. */
export function BrowserVerdict({ verdict }: { verdict: Verdict }) {
  const { preflight, request, is_same_origin } = verdict;
  return (
    <Stack gap="sm" role="status">
      {is_same_origin && <Text size="sm">{texts.sameOrigin}</Text>}
      {preflight ? (
        <Exchange
          title={texts.preflight}
          response={preflight}
          first={texts.because(preflight.because)}
          results={[afterPreflight(preflight)]}
        />
      ) : (
        !is_same_origin && <Text size="sm">{texts.noPreflight}</Text>
      )}
      {request ? (
        <Exchange
          title={requestTitle(preflight)}
          response={request}
          results={[
            request.blocked === '' ? texts.readable : texts.blocked(request.blocked),
            !request.starts_run ? texts.noRun : request.blocked === '' ? texts.startsRun : texts.ranUnread,
          ]}
        />
      ) : (
        <Text fw={500}>{texts.notSent}</Text>
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

type ShownResponse = Pick<
  NonNullable<Verdict['request']>,
  'status' | 'headers' | 'refusal' | 'origin' | 'blocked'
>;

/** Explains why a check rejected the request, and how to fix it. */
const whyOf = ({ refusal, origin }: ShownResponse): string =>
  origin ? texts.origins[origin.reason](origin.entry) : (requestsTexts.help[refusal] ?? '');

function Exchange({
  title,
  response,
  first = '',
  results,
}: {
  title: string;
  response: ShownResponse;
  /** Why the browser sends this request. Shown before the results. */
  first?: string;
  results: readonly string[];
}) {
  const headers = Object.entries(response.headers);
  const isGood = response.blocked === '' && response.status < 400;
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Group gap="sm">
          <Title order={3} size="h5">
            {title}
          </Title>
          <StateChip tone={isGood ? 'good' : 'bad'}>{texts.gets(response.status)}</StateChip>
          {response.refusal !== '' && (
            <Text size="sm" fw={500}>
              {requestsTexts.reasons[response.refusal] ?? response.refusal}
            </Text>
          )}
        </Group>
        {[first, response.refusal === '' ? '' : whyOf(response), ...results]
          .filter(Boolean)
          .map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
        {headers.length === 0 ? (
          <Text size="sm" c="dimmed">
            {texts.noHeaders}
          </Text>
        ) : (
          <ResponseHeaders title={texts.answerHeaders} headers={headers} />
        )}
      </Stack>
    </Paper>
  );
}
