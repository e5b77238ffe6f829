import { expect, test } from 'vitest';
import { saveUser } from '../../../src/core/users/index.ts';
import { changing } from '../../harness/builders.ts';
import { startMailServer } from '../../harness/servers/mail-server.ts';
import { set, useRuns } from '../run-actions.ts';
import { buildStage } from '../run-stage.ts';
import { mailingTo, reaching } from './outside.ts';

const { database, again, go, row } = useRuns();

const notify = {
  name: 'tell',
  type: 'notify',
  user: '{{ __data.who }}',
  subject: 'New: {{ __data.name }}',
  text: 'Hello {{ __data.name }}',
};

/** Creates a run that emails its workflow's owner. */
async function mailing(name = 'Lea', who?: string) {
  const stage = await buildStage(database.current.context, [
    notify,
    set('after', { x: '{{ steps.tell.output is null }}' }),
  ]);
  return { stage, job: await again(stage, { name, who: who ?? stage.owner.email }) };
}

test('fails with an explanation if there is no mail server', async () => {
  const { job } = await mailing();
  expect(await go(job, { outside: reaching() })).toEqual([]);
  expect(await row(job)).toMatchObject({
    status: 'failed',
    error: "tell: Email isn't set up on this installation (SMTP_URL).",
  });
});

test('only active users of this workspace get an email', async () => {
  const server = await startMailServer();
  const other = await mailing();
  for (const who of [
    'eve@evil.test',
    other.stage.owner.email,
    '',
    `${other.stage.owner.email},eve@evil.test`,
  ]) {
    const { job } = await mailing('Lea', who);
    await go(job, { outside: mailingTo(server.url) });
    expect((await row(job)).error).toContain('There is no active user with that email address');
  }
  const { stage, job } = await mailing();
  const bob = await changing(stage.context, stage.workspace.id, (change) =>
    saveUser(change, {
      email: `bob-${stage.workspace.id}@acme.test`,
      name: 'Bob',
      role: 'Everything',
      active: false,
    }),
  );
  expect(bob).toBeDefined();
  const off = await again(stage, { name: 'Lea', who: `bob-${stage.workspace.id}@acme.test` });
  await go(off, { outside: mailingTo(server.url) });
  expect((await row(off)).error).toContain('There is no active user');
  await go(job, { outside: mailingTo(server.url) });
  expect(server.arrived.length).toBe(1);
});

test('retries a temporary failure with the same message ID, but not a permanent one', async () => {
  const server = await startMailServer({
    refuse: [
      { code: 451, at: 'data' },
      { code: 550, at: 'recipient' },
    ],
  });
  const refused = await mailing();
  await go(refused.job, { outside: mailingTo(server.url) });
  expect(await row(refused.job)).toMatchObject({
    status: 'failed',
    error: 'tell: The mail server rejected the email (550).',
  });
  const busy = await mailing();
  await go(busy.job, { outside: mailingTo(server.url) });
  expect(await row(busy.job)).toMatchObject({ status: 'succeeded' });
  expect(server.arrived.length).toBe(1);
}, 20_000);
