import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Watch } from '../chaos/watch.ts';

const pauseMs = 50;
const timeoutMs = 10_000;
/** The lead that is edited repeatedly. No run uses it. */
export const editedLead = 'edited-by-the-api@chaos.test';

const calls = [
  { method: 'GET', path: '/api/leads?limit=5&orderBy=-date_added' },
  {
    method: 'POST',
    path: '/api/leads/search',
    body: { filters: [{ alias: 'email', operator: 'eq', value: editedLead }] },
  },
  { method: 'PATCH', path: '/api/leads/edit', body: { email: editedLead, city: 'Bern' } },
  { method: 'GET', path: '/api/users/self' },
] as const;

/**
 * Starts a REST API user that sends one call after another. Responses other than 200 are reported to the
 * watch.
 */
export function startApiCaller(baseUrl: string, token: string, watch: Watch): { stop(): Promise<number> } {
  // The test proxy's certificate is self-signed.
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  let answered = 0;
  let isStopped = false;
  const ask = async ({ method, path, ...more }: (typeof calls)[number]): Promise<number> => {
    const sent = request(new URL(path, baseUrl), {
      method,
      agent,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Ignore errors after the response.
    sent.on('error', () => undefined);
    sent.end('body' in more ? JSON.stringify(more.body) : undefined);
    const [answer] = await once(sent, 'response');
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode;
  };
  const working = (async () => {
    for (let turn = 0; !isStopped; turn++) {
      const call = calls[turn % calls.length] ?? calls[0];
      const status = await ask(call).catch((error: Error) => error.message);
      if (status === 200) answered++;
      else watch.failed(`${status} for ${call.method} ${call.path.split('?')[0]}`);
      await sleep(pauseMs);
    }
  })();
  return {
    /** @returns how many calls got 200 */
    async stop() {
      isStopped = true;
      await working;
      agent.destroy();
      return answered;
    },
  };
}
