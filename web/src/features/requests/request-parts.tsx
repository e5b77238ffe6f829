import { Anchor, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallError } from '../../api/call.ts';
import { Elsewhere } from '../../components/page/empty-with-link.tsx';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { Loading } from '../../components/page/loading.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { requestsTexts } from '../../texts/runs/requests.ts';

const { detail: texts, title } = requestsTexts;

/** A request as soon as it is read; or that it is not there, or could not be read. */
export function Found<Data>({
  asked: { data, error, refetch },
  children,
}: {
  asked: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (data) return children(data);
  if (error instanceof CallError && error.status === 404)
    return <Elsewhere text={error.message} to="/requests" label={title} />;
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return <Loading />;
}

/** What is known of every request: when it came, and for whom. */
export const arrivalOf = ({
  at,
  workflow,
}: {
  at: string;
  workflow: { id: number; name: string };
}): (readonly [string, ReactNode])[] => [
  [texts.at, <Moment key="at" at={at} />],
  [
    texts.listener,
    <Anchor key="listener" component={Link} to={`/workflows/${workflow.id}/listener`} inherit>
      <Name>{workflow.name}</Name>
    </Anchor>,
  ],
];

/** What a request brought, under a heading of its own. */
export const Part = ({ title, about, children }: { title: string; about?: string; children: ReactNode }) => (
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
