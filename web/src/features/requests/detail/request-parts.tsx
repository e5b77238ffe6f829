import { Skeleton, Stack, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallError } from '../../../api/call.ts';
import { EmptyWithLink } from '../../../components/page/empty-with-link.tsx';
import { Loaded } from '../../../components/page/loaded.tsx';
import { requestsTexts } from '../../../texts/runs/requests.ts';
import classes from './detail.module.css';

const { title } = requestsTexts;

/** Shows the request once it is loaded, or why it couldn't be loaded. */
export function Found<Data>({
  result,
  children,
}: {
  result: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { error } = result;
  if (error instanceof CallError && error.status === 404)
    return <EmptyWithLink text={error.message} to="/requests" label={title} />;
  return (
    <Loaded result={result} placeholder={<LoadingRequest />} noticeClass={classes.body}>
      {children}
    </Loaded>
  );
}

const LoadingRequest = () => (
  <Stack className={classes.body} gap="md" aria-hidden>
    <Skeleton height={18} width="40%" />
    <Skeleton height={12} width="70%" />
    <Skeleton height={160} mt="md" />
  </Stack>
);

/** One part of a request, with a heading. */
export const Part = ({ title, about, children }: { title: string; about?: string; children: ReactNode }) => (
  <section className={classes.part} aria-label={title}>
    <Title order={3}>{title}</Title>
    {about && <p className={classes.about}>{about}</p>}
    {children}
  </section>
);

/** A value with its label above it. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
