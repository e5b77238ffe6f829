import { Button, Container, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallError } from '../api/call.ts';
import { query } from '../api/queries.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { PageFrame } from '../components/page-frame.tsx';
import { sharedTexts } from '../texts/shared.ts';

const { refused, missing } = sharedTexts;

/** A screen that could not be shown, inside the frame: one that the role does not open, one that is gone, or a failure. */
export function LoadFailure({ error, reset }: ErrorComponentProps) {
  const boundary = useQueryErrorResetBoundary();
  if (error instanceof CallError && error.status === 403) return <Refused reason={error.message} />;
  if (error instanceof CallError && error.status === 404)
    return <Elsewhere title={missing.title} text={error.message} />;
  const retry = () => {
    // Otherwise what failed once is taken to have failed again.
    boundary.reset();
    reset();
  };
  return (
    <PageFrame title={sharedTexts.failed}>
      <ErrorNotice error={error} title={sharedTexts.failedWhy} onRetry={retry} />
    </PageFrame>
  );
}

/** The same before there is a frame: it is not known who is signed in. */
export const StartFailure = (props: ErrorComponentProps) => (
  <Container component="main" size="sm" py="xl">
    <LoadFailure {...props} />
  </Container>
);

/** What is missing, and whom to ask for it. */
function Refused({ reason }: { reason: string }) {
  const { data } = useQuery(query('GET /session/administrators', {}));
  return <Elsewhere title={refused.title} text={reason} more={data && refused.ask(data.names)} />;
}

export const UnknownPage = () => (
  <Elsewhere title={sharedTexts.unknownPage} text={sharedTexts.unknownPageHelp} />
);

/** Nothing to see here; the way to where there is. */
export const Elsewhere = ({
  back,
  title,
  text,
  more,
}: {
  back?: ReactNode;
  title: string;
  text: string;
  more?: string | undefined;
}) => (
  <PageFrame back={back} title={title}>
    <Stack gap="sm" maw={640}>
      <Text>{text}</Text>
      {more !== undefined && <Text c="dimmed">{more}</Text>}
      <Group>
        <Button component={Link} to="/" variant="default">
          {sharedTexts.toFirstPage}
        </Button>
      </Group>
    </Stack>
  </PageFrame>
);
