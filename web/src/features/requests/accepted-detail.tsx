import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { StatusChip } from '../../components/chips/status-chip.tsx';
import { Facts } from '../../components/page/facts.tsx';
import { CopyIcon } from '../../components/values/copy-text.tsx';
import { DataBlock } from '../../components/values/data-block.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { requestsTexts } from '../../texts/runs/requests.ts';
import { ReplayButton } from './replay-button.tsx';
import { replayCurl } from './replay-curl.ts';
import { arrivalOf, Found, Part } from './request-parts.tsx';

const { detail: texts, bytes } = requestsTexts;
type AcceptedRequest = ApiResponse<'GET /requests/accepted/:id'>;

/** The stored contents of an accepted request. */
export function AcceptedDetail({ id }: { id: string }) {
  const result = useQuery(query('GET /requests/accepted/:id', { params: { id } }));
  return <Found result={result}>{(request) => <Accepted request={request} />}</Found>;
}

const Accepted = ({ request }: { request: AcceptedRequest }) => (
  <Stack gap="md">
    <Group gap="sm">
      <Button variant="default" size="xs" component={Link} to={`/runs/${request.id}`}>
        {texts.seeRun}
      </Button>
      {request.may_replay && <ReplayButton run={request.id} />}
      <Group gap={4}>
        <CopyIcon text={replayCurl(request)} label={texts.copyCurl} />
        <Text size="sm">{texts.curl}</Text>
      </Group>
    </Group>
    <Text size="xs" c="dimmed">
      {texts.curlAbout}
    </Text>
    <Facts
      facts={[
        ...arrivalOf(request),
        [
          texts.run,
          <Anchor key="run" component={Link} to={`/runs/${request.id}`} inherit>
            <StatusChip status={request.status} />
          </Anchor>,
        ],
        [texts.size, bytes(request.bytes)],
      ]}
    />
    <Contents request={request} />
  </Stack>
);

function Contents({ request }: { request: AcceptedRequest }) {
  const { fields, repeated, body, raw, headers, jwt_data, jwt_sub } = request;
  const token = {
    ...(jwt_sub === undefined ? {} : { sub: jwt_sub }),
    ...(jwt_data === undefined ? {} : { data: jwt_data }),
  };
  return (
    <>
      <Part title={texts.fields}>
        {Object.keys(fields).length === 0 ? (
          <Text size="sm">{texts.noFields}</Text>
        ) : (
          <DataBlock label={texts.fields} value={fields} />
        )}
        {Object.entries(repeated).map(([name, count]) => (
          <Text size="sm" key={name}>
            {texts.repeated(escapeBidi(name), count)}
          </Text>
        ))}
      </Part>
      {body !== undefined && (
        <Part title={texts.body}>
          <DataBlock label={texts.body} value={body} />
        </Part>
      )}
      {raw !== undefined && (
        <Part title={texts.raw}>
          <DataBlock label={texts.raw} value={raw} />
        </Part>
      )}
      {Object.keys(token).length > 0 && (
        <Part title={texts.token}>
          <DataBlock label={texts.token} value={token} />
        </Part>
      )}
      <Part title={texts.headers} about={texts.headersAbout}>
        <Facts facts={headers.map(({ name, values }) => [name, values.join('\n')])} />
      </Part>
    </>
  );
}
