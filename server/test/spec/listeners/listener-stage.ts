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

/** Answers with everything that a template can read of the request. */
const echo = [{ name: 'reply', type: 'respond', body: '{{ __data }}' }];

export interface Asking {
  readonly method?: string;
  /** `Name: value`, as they are sent; a name may be there twice. */
  readonly headers?: string[];
  readonly body?: string | Buffer;
  readonly query?: string;
  readonly path?: string;
  readonly host?: string;
}

/** A token of the listener's own key and secret, good for five minutes unless the claims say otherwise. */
export const token = (claims: Record<string, unknown> = {}, options: Parameters<typeof sign>[1] = {}) =>
  sign({ iss: endpointKey, exp: nowSeconds() + 300, ...claims }, { by: endpointSecret, ...options });
export const bearer = (value: string) => `Authorization: Bearer ${value}`;
export const signed = {
  add_authentication: true,
  endpoint_key: endpointKey,
  endpoint_secret: endpointSecret,
};

/** Listeners as `serve` has them, in the database of a test file. */
export function useListeners(given?: { readonly current: Served }) {
  const own = given ?? useTestDatabase();
  let now: (() => Date) | undefined;
  // The time of the service can be stopped, to look at the last moment of something.
  const served = {
    get current(): Served {
      const { addresses, context } = own.current;
      return { addresses, context: { ...context, clock: { now: () => (now ?? (() => new Date()))() } } };
    },
  };
  const server = useListenerServer(served);

  /** A listener with these settings in a workspace of its own; it echoes `__data` unless it has other steps. */
  async function build(settings: WantedSettings = {}, steps: readonly unknown[] = echo) {
    const { context } = served.current;
    const isEcho = steps === echo;
    const listener = { respond_with: isEcho ? 'workflow' : 'receipt', ...settings } as const;
    const built = await buildListener(context, { listener, steps });
    const { workspace, path, workflow, owner } = built;
    return {
      ...built,
      ask: ({ method = 'POST', query, host = workspace.host, path: other = path, ...rest }: Asking = {}) =>
        clientOf(server.port()).ask(method, query === undefined ? other : `${other}?${query}`, {
          host,
          ...rest,
        }),
      switchOwner: (active: boolean) =>
        changing(context, workspace.id, (change) => saveUser(change, { email: owner, active })),
      /** The activity view: how many runs there are. */
      async countRuns() {
        const { id } = await requireWorkflow(context, workspace.id, workflow);
        return (await listRuns(context, workspace.id, id, 100)).total;
      },
    };
  }

  return {
    served,
    build,
    /** Does something at a moment of the service's own time. */
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

/** What the workflow could read. */
// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test asserts.
export function dataOf(answer: Answer): any {
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text);
}

export const corsOf = ({ headers }: Answer) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

/** The headers for an allowed origin (spec/listeners §4.3). */
export const allowing = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, POST, PUT, OPTIONS',
  'access-control-allow-headers': '*',
});

/** A rejection (spec/listeners §5.1) with its headers (§5.2). */
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

/** The nested error shape (spec/rest-api §3.1): exactly these keys, and the code is the status. */
export function expectNested(answer: Answer, status: number, message: unknown = expect.any(String)) {
  expect(answer.status, answer.text).toBe(status);
  expect(JSON.parse(answer.text)).toEqual({ error: { code: status, message } });
}
