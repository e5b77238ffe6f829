import { expect, test } from 'vitest';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { changing } from '../../harness/builders.ts';
import { Killed, killedAt } from '../../harness/killed-database.ts';
import { startMailServer } from '../../harness/servers/mail-server.ts';
import { useRuns } from '../run-actions.ts';
import { buildStage, execute } from '../run-stage.ts';
import { mailingTo, reaching } from './outside.ts';

const { database, again, go, row, steps } = useRuns();

const send = {
  name: 'send',
  type: 'mail.send',
  to: '{{ __data.to }}',
  cc: '{{ __data.cc }}',
  subject: '{{ __data.subject }}',
  text: '{{ __data.text }}',
};

const mail = { to: 'ann@example.test', subject: 'Hello', text: 'Hi **Ann**' };
const stageOf = (step: object = send) => buildStage(database.current.context, [step]);

test('a process that dies after the server accepted sends at most once more, and counts once', async () => {
  const server = await startMailServer();
  const stage = await stageOf();
  const { context } = database.current;
  for (const at of [1, 2, 3]) {
    for (const moment of ['before', 'after'] as const) {
      const before = server.arrived.length;
      const job = await again(stage, mail);
      await execute(killedAt(context, at, moment), job, mailingTo(server.url)).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      await go(job, { outside: mailingTo(server.url) });
      expect(await row(job), `${moment} ${at}`).toMatchObject({ status: 'succeeded' });
      const ids = server.arrived.slice(before).map(({ raw }) => /^Message-ID: (\S+)/im.exec(raw)?.[1]);
      expect(new Set(ids).size, `${moment} ${at}`).toBe(1);
    }
  }
  const rows = await database.current.query('select recipients from mail_usage where workspace_id = $1', [
    stage.workspace.id,
  ]);
  expect(rows).toEqual([{ recipients: 6 }]);
});

test('the daily limit holds for parallel runs, and refuses before anything is sent (spec/runs §2.11)', async () => {
  const server = await startMailServer();
  const stage = await stageOf();
  const { context } = database.current;
  await changing(context, stage.workspace.id, (change) => changeSettings(change, { mail_limit_per_day: 3 }));
  const jobs = await Promise.all(
    Array.from({ length: 5 }, () => again(stage, { ...mail, to: ['ann@example.test', 'bo@example.test'] })),
  );
  await Promise.all(jobs.map((job) => go(job, { outside: mailingTo(server.url) })));
  const errors = (await Promise.all(jobs.map(row))).map(({ error }) => error);
  expect(errors.filter((error) => error === null)).toHaveLength(1);
  expect(errors.filter(Boolean)).toEqual(
    Array(4).fill('send: The daily limit of 3 mail recipients is reached. It resets at 00:00 UTC.'),
  );
  expect(server.arrived).toHaveLength(1);
  const tomorrow = await again(stage, mail);
  await go(tomorrow, { outside: mailingTo(server.url), later: () => 24 * 3_600_000 });
  expect(await row(tomorrow)).toMatchObject({ status: 'succeeded' });
});

test('without a mail server the step fails, and says what to set', async () => {
  const job = await again(await stageOf(), mail);
  await go(job, { outside: reaching() });
  expect((await row(job)).error).toBe('send: No mail can be sent: the operator has not set SMTP_URL.');
  expect(await steps(job)).toMatchObject([{ status: 'failed' }]);
});
