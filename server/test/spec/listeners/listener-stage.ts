import { expect } from 'vitest';
import type { WantedSettings } from '../../../src/core/listeners/index.ts';
import { listRuns } from '../../../src/core/runs/index.ts';
import { saveUser } from '../../../src/core/users/index.ts';
import { requireWorkflow } from '../../../src/core/workflows/index.ts';
import { sign } from '../../core/listeners/tokens.ts';
import { changing } from '../../harness/builders.ts';
import { buildListener, type Served, useListenerServer } from '../../harness/servers/listener-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { type Answer, clientOf } from '../../http/start-server.ts';

export const shop = 'https://shop.example.test';
export const evil = 'https://evil.example.test';
export const endpointKey = 'acme-key';
export const endpointSecret = 'acme-secret-0123456789abcdef-0123456789abcdef';
export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Steps that respond with everything that a template can read from the request. */
const echo = [{ name: 'reply', type: 'respond', body: '{{ __data }}' }];

export interface ListenerRequest {
  readonly method?: string;
  /** `Name: value`, as sent; a name can appear twice. */
  readonly headers?: string[];
  readonly body?: string | Buffer;
  readonly query?: string;
  readonly path?: string;
  readonly host?: string;
}

/** Creates a token with the listener's key and secret, valid for five minutes unless the claims override that. */
export const token = (claims: Record<string, unknown> = {}, options: Parameters<typeof sign>[1] = {}) =>
  sign({ iss: endpointKey, exp: nowSeconds() + 300, ...claims }, { by: endpointSecret, ...options });
export const bearer = (value: string) => `Authorization: Bearer ${value}`;
export const signed = {
  add_authentication: true,
  endpoint_key: endpointKey,
  endpoint_secret: endpointSecret,
};

/** Serves listeners on the test file's database as `hark serve` does. */
export function useListeners(shared?: { readonly current: Served }) {
  const own = shared ?? useTestDatabase();
  let now: (() => Date) | undefined;
  // Tests can stop the clock to check exact time limits.
  const served = {
    get current(): Served {
      const { addresses, context } = own.current;
      return { addresses, context: { ...context, clock: { now: () => (now ?? (() => new Date()))() } } };
    },
  };
  const server = useListenerServer(served);

  /** Creates a listener with these settings in a new workspace. It echoes `__data` unless other steps are given. */
  async function build(settings: WantedSettings = {}, steps: readonly unknown[] = echo) {
    const { context } = served.current;
    const isEcho = steps === echo;
    const listener = { respond_with: isEcho ? 'workflow' : 'receipt', ...settings } as const;
    const built = await buildListener(context, { listener, steps });
    const { workspace, path, workflow, owner } = built;
    return {
      ...built,
      ask: ({
        method = 'POST',
        query,
        host = workspace.host,
        path: other = path,
        ...rest
      }: ListenerRequest = {}) =>
        clientOf(server.port()).ask(method, query === undefined ? other : `${other}?${query}`, {
          host,
          ...rest,
        }),
      switchOwner: (active: boolean) =>
        changing(context, workspace.id, (change) => saveUser(change, { email: owner, active })),
      /** Returns the number of runs in the activity view. */
      async countRuns() {
        const { id } = await requireWorkflow(context, workspace.id, workflow);
        return (await listRuns(context, workspace.id, id, 100)).total;
      },
    };
  }

  return {
    served,
    build,
    /** Runs `work` with the clock stopped at the given time. */
    async at<T>(moment: Date, work: () => Promise<T>): Promise<T> {
      now = () => moment;
      try {
        return await work();
      } finally {
        now = undefined;
      }
    },
  };
}

export type BuiltStage = Awaited<ReturnType<ReturnType<typeof useListeners>['build']>>;

/** Returns the data that the workflow could read. */
// biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of its own response.
export function dataOf(answer: Answer): any {
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text);
}

export const corsOf = ({ headers }: Answer) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

/** Returns the CORS headers for an allowed origin (spec/listeners §4.3). */
export const allowing = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, POST, PUT, OPTIONS',
  'access-control-allow-headers': '*',
});

/** Expects a rejection (spec/listeners §5.1) with its headers (§5.2). */
function expectRefusal(answer: Answer, status: number, text: string) {
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text });
  expect(corsOf(answer)).toEqual({});
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  });
}
export const expectMissing = (answer: Answer) => expectRefusal(answer, 403, 'Missing authentication token');
export const expectInvalid = (answer: Answer, sent: string) =>
  expectRefusal(answer, 401, `Not authorized. Invalid or expired token. ${sent}`);
export const expectWrongKey = (answer: Answer, sent: string) =>
  expectRefusal(answer, 401, `Not authorized. Invalid key. ${sent}`);
export const expectForbidden = (answer: Answer) => expectRefusal(answer, 403, '');

/** Expects a nested error (spec/rest-api §3.1) that has only `code`, which is the status, and `message`. */
export function expectNested(answer: Answer, status: number, message: unknown = expect.any(String)) {
  expect(answer.status, answer.text).toBe(status);
  expect(JSON.parse(answer.text)).toEqual({ error: { code: status, message } });
}
