import { createRootRoute } from '@tanstack/react-router';
import { openSession } from '../api/session.ts';
import { StartFailure, UnknownPage } from './page-failures.tsx';
import { Shell } from './shell.tsx';

/** The parent of every screen. Loads the session before it shows anything. */
export const rootRoute = createRootRoute({
  beforeLoad: openSession,
  component: Shell,
  errorComponent: StartFailure,
  notFoundComponent: UnknownPage,
});
