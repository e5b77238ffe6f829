import type { Workspace } from '../../../src/core/workspaces/index.ts';
import type { buildUser } from '../builders.ts';
import { buildUserWithPassword, type SignInOptions, useSignIn } from '../servers/sign-in-server.ts';
import type { TestDatabase } from '../test-database.ts';
import { openConsole } from './console-caller.ts';

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of its own response
  readonly body: any;
}

/** Calls an operation as a signed-in user: `GET /workflows`, with an optional body. */
export type Ask = (operation: string, body?: unknown) => Promise<Answered>;

/** The console's API for signed-in users. */
export function useConsoleData(database: { readonly current: TestDatabase }, options: SignInOptions = {}) {
  const stage = useSignIn(database, options);

  /** Creates a user and signs in. */
  const signIn = async (workspace: Workspace, params: Parameters<typeof buildUser>[2] = {}) => {
    const user = await buildUserWithPassword(stage.context(), workspace.id, params);
    const { ask: send } = await openConsole(stage, workspace, user);
    const ask: Ask = async (operation, body) => {
      const [method = '', path = ''] = operation.split(' ');
      const { status, json } = await send(method, path, body);
      return { status, body: json };
    };
    return { user, ask };
  };
  return Object.assign(signIn, { time: stage.time });
}
