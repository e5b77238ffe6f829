import { expect } from 'vitest';
import type { WantedSettings } from '../../../src/core/listeners/index.ts';
import { listRuns } from '../../../src/core/runs/index.ts';
import { saveUser } from '../../../src/core/users/index.ts';
import { requireWorkflow } from '../../../src/core/workflows/index.ts';
import { sign } from '../../core/listeners/tokens.ts';
import { changing } from '../../harness/builders.ts';
import { buildListener, useListenerServer } from '../../harness/servers/listener-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { type Answer, clientOf } from '../start-server.ts';

export const shop = 'https://shop.example.test';
export const endpointKey = 'acme-key';
export const endpointSecret = 'acme-secret-0123456789abcdef-0123456789abcdef';
const nowSeconds = () => Math.floor(Date.now() / 1000);

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
export const token = (claims: Record<string, unknown> = {}) =>
  sign({ iss: endpointKey, exp: nowSeconds() + 300, ...claims }, { by: endpointSecret });
export const bearer = (value: string) => `Authorization: Bearer ${value}`;
export const signed = {
  add_authentication: true,
  endpoint_key: endpointKey,
  endpoint_secret: endpointSecret,
};

/** Serves listeners on the test file's database as `hark serve` does. */
export function useListeners() {
  const served = useTestDatabase();
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

  return { served, build };
}

export type BuiltStage = Awaited<ReturnType<ReturnType<typeof useListeners>['build']>>;

export const corsOf = ({ headers }: Answer) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

/** Expects a nested error (spec/rest-api §3.1) that has only `code`, which is the status, and `message`. */
export function expectNested(answer: Answer, status: number, message: unknown = expect.any(String)) {
  expect(answer.status, answer.text).toBe(status);
  expect(JSON.parse(answer.text)).toEqual({ error: { code: status, message } });
}
