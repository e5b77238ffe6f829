import { expect, test } from 'vitest';
import { type Mailer, tellFailing } from '../../src/core/runs/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import { changing } from '../harness/builders.ts';
import { useRuns } from './run-actions.ts';
import { nothing, resave } from './run-stage.ts';

const { database, accepted, again, go } = useRuns();

const fail = { name: 'fail', type: 'lead.find', match: { email: '{{ __data.email }}' } };

/** Creates a mailer that accepts everything, or fails with the given error. */
function mailing(failure?: Error) {
  const mails: Parameters<Mailer['send']>[0][] = [];
  const mailer: Mailer = {
    send: async (mail) => {
      if (failure) throw failure;
      mails.push(mail);
    },
  };
  return {
    mails,
    notify: (chosen: Mailer | undefined = mailer) =>
      tellFailing(database.current.upkeep, database.current.context, chosen),
  };
}

test('notifies the owner once when a workflow starts to fail, and again only if it has succeeded in between', async () => {
  const { stage, job } = await accepted([fail]);
  const { mails, notify } = mailing();
  await go(job);
  await go(await again(stage));
  await Promise.all([notify(), notify(), notify()]);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: stage.owner.email,
    subject: 'The workflow "Under test" is failing',
    text: expect.stringContaining('fail: match.email'),
  });
  await go(await again(stage));
  await notify();
  expect(mails).toHaveLength(1);

  await resave(stage, { steps: [nothing] });
  await go(await again(stage));
  await notify();
  await resave(stage, { steps: [fail] });
  await go(await again(stage));
  await notify();
  expect(mails).toHaveLength(2);
  expect(mails[1]?.id).not.toBe(mails[0]?.id);
});

test('retries an email after a temporary failure, but not after a permanent one or without a mail server', async () => {
  const temporary = Object.assign(new Error('mail server unavailable'), { isTemporary: true });
  const permanent = Object.assign(new Error('no such mailbox'), { isTemporary: false });
  const { job } = await accepted([fail]);
  await go(job);
  expect(await mailing(temporary).notify()).toMatchObject([{ outcome: 'later' }]);
  const working = mailing();
  await working.notify();
  expect(working.mails).toHaveLength(1);

  await go((await accepted([fail])).job);
  expect(await mailing(permanent).notify()).toMatchObject([{ outcome: 'refused' }]);
  await go((await accepted([fail])).job);
  expect(await tellFailing(database.current.upkeep, database.current.context, undefined)).toMatchObject([
    { outcome: 'no mail server' },
  ]);
  expect(await mailing().notify()).toEqual([]);
});

test('contains the error of the run and the name of the owner on one line each', async () => {
  const stop = { name: 'stop', type: 'stop', as: 'failed', message: '{{ __data.text }}' };
  const { stage, job } = await accepted([stop], {
    text: 'Out of stock.\r\n\r\nSign in at https://evil.test',
  });
  const { context } = database.current;
  const owner = { email: stage.owner.email, name: 'Ann\n\nAdmin' };
  await changing(context, stage.workspace.id, (change) => saveUser(change, owner));
  await go(job);
  const { mails, notify } = mailing();
  await notify();
  const lines = mails.find(({ to }) => to === owner.email)?.text.split('\n');
  expect(lines).toContain('Hello Ann Admin,');
  expect(lines).toContain('Out of stock. Sign in at https://evil.test');
});
