import { Button, Container, Group } from '@mantine/core';
import { useQuery, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useLocation } from '@tanstack/react-router';
import { CallError, isNotAllowed } from '../api/call.ts';
import { query } from '../api/queries.ts';
import { EmptyState } from '../components/page/empty-state.tsx';
import { EmptyWithLink } from '../components/page/empty-with-link.tsx';
import { ErrorNotice } from '../components/page/error-notice.tsx';
import { PageFrame } from '../components/page/page-frame.tsx';
import { sharedTexts } from '../texts/shared.ts';
import { shellTexts } from '../texts/shell.ts';
import { sectionOf } from './navigation.ts';
import { palette } from './search/palette.ts';

const { refused, missing } = sharedTexts;

/** Shown inside the shell when a screen fails to load: no access, not found, or an error. */
export function LoadFailure({ error, reset }: ErrorComponentProps) {
  const boundary = useQueryErrorResetBoundary();
  if (isNotAllowed(error)) return <NoAccessPage reason={error.message} />;
  if (error instanceof CallError && error.status === 404) return <NotFound text={error.message} />;
  const retry = () => {
    // Without this reset, the query would rethrow its cached error.
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

/** Shown instead of the shell when the session could not be loaded. */
export const StartFailure = (props: ErrorComponentProps) => (
  <Container component="main" size="sm" py="xl">
    <LoadFailure {...props} />
  </Container>
);

/** Shows which permission is missing, and which administrators can grant it. */
function NoAccessPage({ reason }: { reason: string }) {
  const { label } = sectionOf(useLocation().pathname);
  const { data } = useQuery(query('GET /session/administrators', {}));
  return (
    <PageFrame title={label}>
      <EmptyState
        drawing="lock"
        title={refused.title(label)}
        text={data ? `${reason} ${refused.ask(data.names)}` : reason}
        action={<HomeButton />}
      />
    </PageFrame>
  );
}

const HomeButton = () => (
  <Button component={Link} to="/">
    {shellTexts.goTo(shellTexts.pages.home)}
  </Button>
);

export const UnknownPage = () => (
  <PageFrame title={sharedTexts.unknownPage}>
    <EmptyState
      title={sharedTexts.unknownPageTitle}
      text={sharedTexts.unknownPageHelp}
      action={
        <Group gap="xs" justify="center">
          <HomeButton />
          <Button variant="default" onClick={palette.open}>
            {shellTexts.openSearch}
          </Button>
        </Group>
      }
    />
  </PageFrame>
);

/** Shown for a URL whose record doesn't exist, with a link to the list that the record would be in. */
export function NotFound({ text, list }: { text: string; list?: { to: string; label: string } }) {
  const { pathname } = useLocation();
  const { to, label } = list ?? sectionOf(pathname);
  return (
    <PageFrame title={missing.title}>
      <EmptyWithLink text={text} to={to} label={label} />
    </PageFrame>
  );
}
