import { expect, test } from 'vitest';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { Secret } from '../../../src/lib/crypto/secret.ts';
import { createMailer } from '../../../src/lib/mail.ts';
import { changing } from '../../harness/builders.ts';
import { Killed, killedAt } from '../../harness/killed-database.ts';
import { startMailServer } from '../../harness/servers/mail-server.ts';
import { useRuns } from '../run-actions.ts';
import { buildStage, execute } from '../run-stage.ts';
import { reaching } from './outside.ts';

const { database, again, go, row, outputs, steps } = useRuns();

const send = {
  name: 'send',
  type: 'mail.send',
  to: '{{ __data.to }}',
  cc: '{{ __data.cc }}',
  subject: '{{ __data.subject }}',
  text: '{{ __data.text }}',
};

const mailingTo = (url: string) => ({
  ...reaching(),
  mailer: createMailer({ url: new Secret(url), from: 'hark@acme.test' }),
});

const mail = { to: 'ann@example.test', subject: 'Hello', text: 'Hi **Ann**' };
const stageOf = (step: object = send) => buildStage(database.current.context, [step]);

/** Makes the next attempt due. */
const endPause = (run: string) =>
  database.current.asAdministrator((client) =>
    client.query(
      `update run_steps set attempts = regexp_replace(attempts, '"next_at":"[^"]*"', '"next_at":"2020-01-01T00:00:00Z"')
       where run_id = $1`,
      [run],
    ),
  );

test('sends one email to all recipients, as text and as HTML (spec/runs §2.11)', async () => {
  const server = await startMailServer();
  const stage = await stageOf();
  const data = {
    ...mail,
    to: ['ann@example.test', 'ANN@example.test', 'bo@example.test'],
    cc: 'cy@example.test',
  };
  const job = await again(stage, data);
  await go(job, { outside: mailingTo(server.url) });
  expect(await row(job)).toMatchObject({ status: 'succeeded' });
  const [arrived, ...more] = server.arrived;
  expect(more).toEqual([]);
  expect(arrived?.to).toEqual(['ann@example.test', 'bo@example.test', 'cy@example.test']);
  expect(arrived?.raw).toContain('Hi **Ann**');
  expect(arrived?.raw).toContain('<strong>Ann</strong>');
  expect(arrived?.raw).toContain(`From: "${stage.workspace.name}" <hark@acme.test>`);
  const [, id] = /^Message-ID: (\S+)/im.exec(arrived?.raw ?? '') ?? [];
  expect((await outputs(job)).send).toEqual({ message_id: id, rejected: [] });
});

test.each([
  'ann@example.test, eve@example.test',
  'ann@example.test\r\nBcc: eve@example.test',
  'Ann <ann@example.test>',
  '<ann@example.test>',
  'ann@example.test;eve@example.test',
  '',
  null,
  [],
  ['ann@example.test', 'nobody'],
  [['ann@example.test']],
  { a: 'ann@example.test' },
  Array.from({ length: 51 }, (_, index) => `a${index}@example.test`),
])('a value that is not a list of plain addresses fails before anything is sent: %j', async (to) => {
  const server = await startMailServer();
  const job = await again(await stageOf(), { ...mail, to });
  await go(job, { outside: mailingTo(server.url) });
  expect((await row(job)).error).toMatch(/^send: to/);
  expect(server.arrived).toEqual([]);
});

test('a hostile subject and text add no header, link or HTML', async () => {
  const server = await startMailServer();
  const text =
    '<img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](data:text/html,x) ![the picture](https://x.test/p.png)';
  const job = await again(await stageOf(), { ...mail, subject: 'a\r\nBcc: eve@example.test', text });
  await go(job, { outside: mailingTo(server.url) });
  const raw = server.arrived[0]?.raw ?? '';
  expect(raw).toMatch(/^Subject: a Bcc: eve@example.test\r?$/m);
  expect(raw).not.toMatch(/^Bcc:/im);
  const html = raw.slice(raw.indexOf('text/html'));
  expect(html).not.toMatch(/<img|<a /);
  expect(html).toContain('the picture');
  expect(html).toContain('&lt;img');
});

test('a busy server is tried again with the same Message-ID; a refusal is final', async () => {
  const server = await startMailServer({ refuse: [{ code: 451, at: 'recipient' }] });
  const stage = await stageOf();
  const job = await again(stage, mail);
  await go(job, { outside: mailingTo(server.url), later: () => 0 });
  await endPause(job.run);
  const [waiting] = await go(job, { outside: mailingTo(server.url) });
  expect(waiting).toBeUndefined();
  expect(await row(job)).toMatchObject({ status: 'succeeded' });
  const [, id] = /^Message-ID: (\S+)/im.exec(server.arrived[0]?.raw ?? '') ?? [];
  expect((await outputs(job)).send.message_id).toBe(id);

  const refusing = await startMailServer({ refuse: [{ code: 550, at: 'data' }] });
  const refused = await again(stage, mail);
  await go(refused, { outside: mailingTo(refusing.url) });
  expect(await row(refused)).toMatchObject({ status: 'failed', error: expect.stringContaining('550') });
});

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
  const { rows } = await database.current.asAdministrator((client) =>
    client.query('select recipients from mail_usage where workspace_id = $1', [stage.workspace.id]),
  );
  expect(rows).toEqual([{ recipients: 6 }]);
});

test('the daily limit holds for parallel runs, and refuses before anything is sent', async () => {
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
