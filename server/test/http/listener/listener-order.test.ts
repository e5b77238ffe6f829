// The checks run in this order: URL, method, token, origin, enabled, rate limits, body (spec/listeners §1.3).
import { expect, test } from 'vitest';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { key, sign } from '../../core/listeners/tokens.ts';
import { changing } from '../../harness/builders.ts';
import { bothChecks, shop, useListeners } from '../../harness/listener-surface.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, resave, useRunDoors } from '../../runs/run-stage.ts';

const database = useTestDatabase();
const doors = useRunDoors(database);
const listeners = useListeners(database, doors);

/**
 * Each check, in order, with the response if it fails. The test sends a request with every fault and fixes the faults
 * one by one.
 */
const steps = [
  { wrong: 'address', status: 404, text: /Item was not found\./ },
  { wrong: 'verb', status: 405, text: /Method Not Allowed/ },
  { wrong: 'token', status: 401, text: /^Not authorized\. Invalid or expired token\./ },
  { wrong: 'origin', status: 403, text: /^$/ },
  { wrong: 'switch', status: 404, text: /Listener is switched off\./ },
  { wrong: 'ceiling', status: 429, text: /requests per second/ },
  { wrong: 'encoding', status: 415, text: /compressed/ },
  { wrong: 'body', status: 400, text: /JSON/ },
] as const;
type Wrong = (typeof steps)[number]['wrong'];

test.each(['a process without the listener in its cache', 'a process with the listener in its cache'])(
  'checks run in order in %s',
  async (cacheState) => {
    const stage = await buildStage(database.current.context, undefined, bothChecks);
    const setLimit = (perSecond: number) =>
      changing(stage.context, stage.workspace.id, (change) =>
        changeSettings(change, { listener_limit_per_second: perSecond }),
      );
    const send = (wrong: ReadonlySet<Wrong>) =>
      listeners.ask(
        wrong.has('verb') ? 'PATCH' : 'POST',
        wrong.has('address') ? stage.path.replace(/.$/, (last) => (last === '0' ? '1' : '0')) : stage.path,
        {
          headers: {
            host: stage.workspace.host,
            authorization: wrong.has('token') ? 'Bearer x' : sign({ iss: key }),
            origin: wrong.has('origin') ? 'https://evil.test' : shop,
            'content-type': 'application/json',
            ...(wrong.has('encoding') ? { 'content-encoding': 'gzip' } : {}),
          },
          body: wrong.has('body') ? '{"broken' : '{}',
        },
      );
    if (cacheState === 'a process with the listener in its cache')
      expect((await send(new Set())).status).toBe(200);
    await setLimit(1);
    await resave(stage, { enabled: false });
    const wrong = new Set<Wrong>(steps.map((step) => step.wrong));
    for (const step of steps) {
      if (step.wrong === 'ceiling')
        await listeners.parts().limiter.take(`listener:${stage.workspace.id}`, one);
      const answer = await send(wrong);
      expect([step.wrong, answer.status, answer.text]).toEqual([
        step.wrong,
        step.status,
        expect.stringMatching(step.text),
      ]);
      wrong.delete(step.wrong);
      if (step.wrong === 'switch') await resave(stage, { enabled: true });
      if (step.wrong === 'ceiling') await setLimit(10_000);
      if (step.wrong === 'origin') await resave(stage, { enabled: false });
    }
    expect((await send(wrong)).status).toBe(200);
  },
);

const one = { perMinute: 60, burst: 1 };
