import { request } from 'node:http';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { buildUser } from '../builders.ts';
import {
  freshAddress,
  password,
  type SignInOptions,
  signInAs,
  useSignIn,
} from '../servers/sign-in-server.ts';
import type { TestDatabase } from '../test-database.ts';

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of its own response
  readonly body: any;
}

/** Calls an operation as a signed-in user: `GET /workflows`, with an optional body. */
export type Ask = (operation: string, body?: unknown) => Promise<Answered>;

/** The console's API for signed-in users. */
export function useConsoleData(database: { readonly current: TestDatabase }, options: SignInOptions = {}) {
  const { context, port, time, browser: open } = useSignIn(database, options);

  /** Creates a user and signs in. */
  const signIn = async (workspace: Workspace, params: Parameters<typeof buildUser>[2] = {}) => {
    const user = await buildUser(context(), workspace.id, { ...params, password });
    const browser = open(workspace, freshAddress());
    await signInAs(browser, user);
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: workspace.host, cookie, origin: workspace.baseUrl };
    const session = await send(port(), 'GET', '/console/session', headers);
    const ask: Ask = (operation, body) => {
      const [method = '', path = ''] = operation.split(' ');
      const own = { ...headers, 'x-form-token': session.body.form_token };
      return send(port(), method, `/console${path}`, own, body);
    };
    return { user, ask };
  };
  return Object.assign(signIn, { time });
}

function send(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const length = { 'content-length': String(Buffer.byteLength(text)) };
    const sent = request(
      { host: '127.0.0.1', port, method, path, timeout: 20_000, headers: { ...headers, ...length } },
      (answer) => {
        let received = '';
        answer.setEncoding('utf8').on('data', (chunk) => {
          received += chunk;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: received === '' ? null : JSON.parse(received) }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no response in time')));
    sent.on('error', reject);
    sent.end(text);
  });
}
