import { setTimeout as sleep } from 'node:timers/promises';
import type { Send } from '../../core/workspace-move/index.ts';
import { conflict, isOutage, messageOf, unavailable } from '../../lib/errors.ts';
import { isRecord } from '../../lib/json.ts';

const answerWithinMs = 60_000;
const retryMs = 250;
/** How long the other installation can be away. Afterwards, run the command again. */
const patienceMs = 300_000;

/** Repeats a message until it is answered. Every message can be repeated. */
export function sendTo(to: string, token: string): Send {
  const ask = async (name: string, message: object, withinMs: number): Promise<Record<string, unknown>> => {
    const response = await fetch(new URL(`/${name}`, to), {
      method: 'POST',
      body: JSON.stringify(message),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(Math.max(1, Math.round(withinMs))),
    }).catch((error: unknown) => {
      throw unavailable('receiver_away', `${to} doesn't respond: ${messageOf(error)}`, error);
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok && isRecord(body)) return body;
    const reason = isRecord(body) ? String(body.error) : `status ${response.status}`;
    if (response.status >= 500) throw unavailable('receiver_failed', `The other installation: ${reason}`);
    throw conflict('receiver_refused', `The other installation: ${reason}`);
  };
  return async (name, message, { withinMs } = {}) => {
    const end = performance.now() + patienceMs;
    for (;;) {
      try {
        return await ask(name, message, withinMs ?? answerWithinMs);
      } catch (error) {
        if (!isOutage(error) || withinMs !== undefined || performance.now() > end) throw error;
        await sleep(retryMs);
      }
    }
  };
}
