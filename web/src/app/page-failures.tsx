import { Container } from '@mantine/core';
import { useQuery, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useLocation } from '@tanstack/react-router';
import { CallError } from '../api/call.ts';
import { query } from '../api/queries.ts';
import { Elsewhere } from '../components/page/empty-with-link.tsx';
import { ErrorNotice } from '../components/page/error-notice.tsx';
import { PageFrame } from '../components/page/page-frame.tsx';
import { sharedTexts } from '../texts/shared.ts';
import { home, placeAround } from './navigation.ts';

const { refused, missing } = sharedTexts;

/** A screen that could not be shown, inside the frame: one that the role does not open, one that is gone, or a failure. */
export function LoadFailure({ error, reset }: ErrorComponentProps) {
  const boundary = useQueryErrorResetBoundary();
  if (error instanceof CallError && error.status === 403) return <Refused reason={error.message} />;
  if (error instanceof CallError && error.status === 404) return <Missing text={error.message} />;
  const retry = () => {
    // Otherwise what failed once is taken to have failed again.
    boundary.reset();
    reset();
  };
  return (
    <PageFrame title={sharedTexts.failed}>
      <ErrorNotice
        error={error}
        title={error instanceof CallError ? sharedTexts.failedWhy : sharedTexts.broken}
        onRetry={retry}
      />
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
  return (
    <PageFrame title={refused.title}>
      <Elsewhere text={reason} more={data && refused.ask(data.names)} {...home} />
    </PageFrame>
  );
}

export const UnknownPage = () => (
  <PageFrame title={sharedTexts.unknownPage}>
    <Elsewhere text={sharedTexts.unknownPageHelp} {...home} />
  </PageFrame>
);

/** An address of something that is not there; the way to the list that it would stand in. */
export function Missing({ text, list }: { text: string; list?: { to: string; label: string } }) {
  const { pathname } = useLocation();
  const { to, label } = list ?? placeAround(pathname);
  return (
    <PageFrame title={missing.title}>
      <Elsewhere text={text} to={to} label={label} />
    </PageFrame>
  );
}
