import { saveRole } from '../../../src/core/roles/index.ts';
import { startSession } from '../../../src/core/sessions/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import type { UserId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing } from '../builders.ts';
import { buildUserWithPassword, freshAddress, type useSignIn } from '../servers/sign-in-server.ts';

type Stage = Pick<ReturnType<typeof useSignIn>, 'context' | 'browser'>;
type RoleParams = Omit<Parameters<typeof saveRole>[1], 'name'>;

let made = 0;

/** A signed-in user of a workspace who calls the console's API. */
export async function buildCaller(
  stage: Stage,
  workspace: Workspace,
  params: RoleParams = {},
  name?: string,
) {
  made += 1;
  const role = await changing(stage.context(), workspace.id, (change) =>
    saveRole(change, { name: `Caller ${made}`, ...params }),
  );
  const user = await buildUserWithPassword(stage.context(), workspace.id, {
    role: role.name,
    ...(name === undefined ? {} : { name }),
  });
  return { user, role, ...(await openConsole(stage, workspace, user)) };
}

/** A new workspace, and an administrator who calls the console's API. */
export async function buildAdministrator(stage: Stage) {
  const workspace = await buildWorkspace(stage.context());
  return { workspace, admin: await buildCaller(stage, workspace, { isAdmin: true }) };
}

/** Starts a session of a new user in a browser. The sign-in page would check the password, which takes much longer. */
export async function openConsole(
  { context, browser: open }: Stage,
  workspace: Workspace,
  { id }: { readonly id: UserId },
) {
  const visitor = { userAgent: undefined, address: '127.0.0.1' };
  const { token } = await context().db.write(workspace.id, (transaction) =>
    startSession(transaction, context(), workspace.id, { id, signInVersion: 1 }, visitor),
  );
  const browser = open(workspace, freshAddress());
  browser.jar.set('hark_session', token);
  const { form_token } = JSON.parse((await browser.get('/console/session')).text);
  return {
    browser,
    /** Sends a request as the page would. */
    async ask(method: string, path: string, body?: unknown) {
      const { status, text, headers } = await browser.json(method, `/console${path}`, body, {
        'x-form-token': form_token,
      });
      const isJson = /json/.test(String(headers['content-type']));
      return { status, text, headers, json: isJson ? JSON.parse(text) : null };
    },
  };
}
