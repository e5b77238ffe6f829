import { Anchor, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallError } from '../../api/call.ts';
import { EmptyWithLink } from '../../components/page/empty-with-link.tsx';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { Loading } from '../../components/page/loading.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { requestsTexts } from '../../texts/runs/requests.ts';

const { detail: texts, title } = requestsTexts;

/** Shows the request once it is loaded, or why it couldn't be loaded. */
export function Found<Data>({
  result: { data, error, refetch },
  children,
}: {
  result: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (data) return children(data);
  if (error instanceof CallError && error.status === 404)
    return <EmptyWithLink text={error.message} to="/requests" label={title} />;
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return <Loading />;
}

/** The facts that are known about every request: the time it was received, and its webhook. */
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

/** One part of a request, with a heading. */
export const Part = ({ title, about, children }: { title: string; about?: string; children: ReactNode }) => (
  <div>
    <Text size="sm" fw={500} mb={4}>
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
