import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { oauthClientsTexts } from '../../texts/oauth-clients.ts';
import type { ViewedClient } from './viewed-client.ts';

const texts = oauthClientsTexts.document;
type Found = ApiResponse<'GET /oauth-clients/:id/document'>;

/** The app's metadata document: when it was fetched, which checks it passed, and what changed since it was approved. */
export function DocumentPanel({ client }: { client: ViewedClient['client'] }) {
  const result = useQuery(query('GET /oauth-clients/:id/document', { params: { id: client.id } }));
  const { data, isFetching, refetch } = result;
  return (
    <Panel
      title={texts.title}
      about={
        <>
          {texts.about}
          {data && data.fetched_at !== null && (
            <>
              {' '}
              {texts.fetched} <Moment at={data.fetched_at} />.
            </>
          )}
        </>
      }
      actions={
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {texts.again}
        </Button>
      }
    >
      <Loaded result={result}>
        {(found) => (
          <>
            <Checks checks={found.checks} />
            {found.problem === null ? (
              <Compared found={found} client={client} />
            ) : (
              <ErrorNotice error={found.problem} />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function statusOf(isPassed: boolean | null) {
  if (isPassed === null) return { icon: <IconCircleDashed size={18} aria-hidden />, word: texts.skipped };
  return isPassed
    ? {
        icon: <IconCircleCheck size={18} color="var(--succeeded-solid)" aria-hidden />,
        word: texts.passed,
      }
    : { icon: <IconCircleX size={18} color="var(--failed-solid)" aria-hidden />, word: texts.failed };
}

const Checks = ({ checks }: Pick<Found, 'checks'>) => (
  <List size="sm" lh={1.4} spacing={8} center listStyleType="none" withPadding={false}>
    {checks.map(({ check, is_passed }) => {
      const { icon, word } = statusOf(is_passed);
      return (
        <List.Item key={check} icon={icon}>
          {texts.checks[check]}: {word}
        </List.Item>
      );
    })}
  </List>
);

function Compared({ found, client }: { found: Found; client: ViewedClient['client'] }) {
  if (!found.is_changed) return <Text size="sm">{found.is_approved ? texts.same : texts.notApproved}</Text>;
  const changes = [
    ...(found.name === null ? [] : [texts.newName(client.name, found.name)]),
    ...found.added_uris.map(texts.added),
    ...found.removed_uris.map(texts.removed),
  ];
  return (
    <Alert color="yellow" title={texts.changed}>
      <Stack gap="xs">
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {changes.map((change) => (
            <List.Item key={change}>{change}</List.Item>
          ))}
        </List>
        <Text size="sm">{texts.changedHelp}</Text>
      </Stack>
    </Alert>
  );
}
