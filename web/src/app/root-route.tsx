import { createRootRoute } from '@tanstack/react-router';
import { openSession } from '../api/session.ts';
import { StartFailure, UnknownPage } from './page-failures.tsx';
import { Shell } from './shell.tsx';

/** Every screen hangs below it: nothing is shown before it is known who is signed in. */
export const rootRoute = createRootRoute({
  beforeLoad: openSession,
  component: Shell,
  errorComponent: StartFailure,
  notFoundComponent: UnknownPage,
});
