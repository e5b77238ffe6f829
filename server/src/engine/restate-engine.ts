import type { RunEngine } from '../core/runs/index.ts';
import { unavailable } from '../lib/errors.ts';
import { pingPath, pong } from './ping.ts';

const pingTimeoutMs = 2_000;

const away = (message: string, cause: unknown) => unavailable('engine_away', message, cause);

/** Restate as the engine of runs, reached through its ingress. */
export function createRestateEngine(ingressUrl: string): RunEngine {
  const pingUrl = new URL(ingressUrl.replace(/\/$/, '') + pingPath);

  return {
    async ping() {
      const { status, text } = await post(pingUrl).catch((error: unknown) => {
        throw away(
          'The engine does not answer. Check that restate-server runs and that RESTATE_INGRESS_URL is right.',
          error,
        );
      });
      if (status === 404) {
        throw away('The engine answers, but no worker is registered with it. Start `hark work`.', text);
      }
      if (!isPong(text)) {
        throw away(
          'The engine answers, but its worker does not. Check that `hark work` runs and that the engine reaches WORK_URL.',
          text,
        );
      }
    },
  };
}

async function post(url: URL): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'null',
    redirect: 'error',
    signal: AbortSignal.timeout(pingTimeoutMs),
  });
  return { status: response.status, text: await response.text() };
}

function isPong(text: string): boolean {
  try {
    return pong.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
