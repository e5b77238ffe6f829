import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { CopyIcon } from '../../components/copy-text.tsx';
import { DataBlock } from '../../components/data-block.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { StatusLabel } from '../../components/run-status.tsx';
import { requestsTexts } from '../../texts/requests.ts';
import { ReplayButton } from './replay-button.tsx';
import { replayCurl } from './replay-curl.ts';

const { detail: texts, bytes } = requestsTexts;
type Accepted = Answer<'GET /requests/accepted/:id'>;

/** What an accepted request brought. */
export function AcceptedDetail({ id }: { id: string }) {
  const { data, error } = useQuery(query('GET /requests/accepted/:id', { params: { id } }));
  if (error) return <ErrorNotice error={error} title={texts.gone} />;
  if (!data) return <Loading />;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Button variant="default" size="xs" component={Link} to={`/runs/${data.id}`}>
          {texts.seeRun}
        </Button>
        {data.may_replay && <ReplayButton run={data.id} />}
        <Group gap={4}>
          <CopyIcon text={replayCurl(data)} label={texts.copyCurl} />
          <Text size="sm">{texts.curl}</Text>
        </Group>
      </Group>
      <Text size="xs" c="dimmed">
        {texts.curlAbout}
      </Text>
      <Facts
        facts={[
          [texts.at, <Moment key="at" at={data.at} />],
          [
            texts.listener,
            <Anchor key="listener" component={Link} to={`/workflows/${data.workflow.id}/listener`} inherit>
              <Name>{data.workflow.name}</Name>
            </Anchor>,
          ],
          [
            texts.run,
            <Anchor key="run" component={Link} to={`/runs/${data.id}`} inherit>
              <StatusLabel status={data.status} />
            </Anchor>,
          ],
          [texts.size, bytes(data.bytes)],
        ]}
      />
      <Brought request={data} />
    </Stack>
  );
}

function Brought({ request }: { request: Accepted }) {
  const { fields, body, raw, headers, jwt_data, jwt_sub } = request;
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

const Part = ({ title, about, children }: { title: string; about?: string; children: ReactNode }) => (
  <div>
    <Text size="sm" fw={600} mb={4}>
      {title}
    </Text>
    {about && (
      <Text size="sm" c="dimmed" mb={4}>
        {about}
      </Text>
    )}
    {children}
  </div>
);
