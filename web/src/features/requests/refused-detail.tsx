import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { requestsTexts } from '../../texts/requests.ts';

const { detail: texts, reasons, help } = requestsTexts;

/** All that is kept of a refused request. */
export function RefusedDetail({ id }: { id: number }) {
  const { data, error } = useQuery(query('GET /requests/refused/:id', { params: { id } }));
  if (error) return <ErrorNotice error={error} title={texts.gone} />;
  if (!data) return <Loading />;
  return (
    <Stack gap="md">
      <div>
        <Text fw={650}>{reasons[data.reason] ?? data.reason}</Text>
        {help[data.reason] && <Text size="sm">{help[data.reason]}</Text>}
      </div>
      <Facts
        facts={[
          [texts.at, <Moment key="at" at={data.at} />],
          [
            texts.listener,
            <Anchor key="listener" component={Link} to={`/workflows/${data.workflow.id}/listener`} inherit>
              <Name>{data.workflow.name}</Name>
            </Anchor>,
          ],
          [texts.method, data.method],
          [texts.address, data.address],
        ]}
      />
      <div>
        <Text size="sm" fw={600}>
          {texts.headerNames}
        </Text>
        <Text size="sm" c="dimmed" mb="xs">
          {texts.headerNamesAbout}
        </Text>
        <Group gap={6}>
          {data.header_names.map((name) => (
            <Badge key={name} variant="default" fw={400} h="auto" className="wrap-badge">
              {name}
            </Badge>
          ))}
        </Group>
      </div>
    </Stack>
  );
}
