import { saveRole } from '../../../src/core/roles/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { buildUser, changing } from '../builders.ts';
import { freshAddress, password, signInAs, type useSignIn } from '../servers/sign-in-server.ts';

type Stage = ReturnType<typeof useSignIn>;
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
  const user = await buildUser(stage.context(), workspace.id, {
    password,
    role: role.name,
    ...(name === undefined ? {} : { name }),
  });
  const browser = stage.browser(workspace, freshAddress());
  await signInAs(browser, user);
  const { form_token } = JSON.parse((await browser.get('/console/session')).text);
  return {
    user,
    role,
    browser,
    /** Sends a request as the page would. */
    async ask(method: string, path: string, body?: unknown) {
      const { status, text, headers } = await browser.json(method, `/console${path}`, body, {
        'x-form-token': form_token,
      });
      const isJson = /json/.test(String(headers['content-type']));
      return { status, text, json: isJson ? JSON.parse(text) : null };
    },
  };
}
