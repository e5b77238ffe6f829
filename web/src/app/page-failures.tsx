import { Button, Container, Group } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useLocation } from '@tanstack/react-router';
import { CallError } from '../api/call.ts';
import { useSession } from '../api/session.ts';
import { AccessDenied } from '../components/page/access-denied.tsx';
import { EmptyState } from '../components/page/empty-state.tsx';
import { EmptyWithLink } from '../components/page/empty-with-link.tsx';
import { ErrorNotice } from '../components/page/error-notice.tsx';
import { PageFrame } from '../components/page/page-frame.tsx';
import { sharedTexts } from '../texts/shared.ts';
import { shellTexts } from '../texts/shell.ts';
import { allowedBy, mainPages, sectionOf } from './navigation.ts';
import { palette } from './search/palette.ts';

const { refused, missing } = sharedTexts;

/** Shown inside the shell when a screen fails to load: no access, not found, or an error. */
export function LoadFailure({ error, reset }: ErrorComponentProps) {
  const boundary = useQueryErrorResetBoundary();
  if (error instanceof CallError && error.status === 403) return <NoAccessPage reason={error.message} />;
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
const NoAccessPage = ({ reason }: { reason: string }) => (
  <PageFrame title={refused.title}>
    <AccessDenied reason={reason} />
    <PageLinks />
  </PageFrame>
);

export const UnknownPage = () => (
  <PageFrame title={sharedTexts.unknownPage}>
    <EmptyState
      title={sharedTexts.unknownPageTitle}
      text={sharedTexts.unknownPageHelp}
      action={
        <Group gap="xs" justify="center">
          <Button component={Link} to="/">
            {shellTexts.goTo(shellTexts.pages.home)}
          </Button>
          <Button variant="default" onClick={palette.open}>
            {shellTexts.openSearch}
          </Button>
        </Group>
      }
    />
  </PageFrame>
);

/** Links to the pages that the user can open. */
function PageLinks() {
  const pages = mainPages.filter(allowedBy(useSession()));
  return (
    <Group gap="xs">
      {pages.map(({ to, label }) => (
        <Button key={to} component={Link} to={to} variant="default">
          {shellTexts.goTo(label)}
        </Button>
      ))}
    </Group>
  );
}

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
