import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mailer, tellFailing } from '../../src/core/runs/index.ts';
import { openUpkeep, type UpkeepDatabase } from '../../src/db/upkeep-database.ts';
import { silent } from '../harness/scratch-database.ts';
import { useRuns } from './run-actions.ts';
import { nothing, resave } from './run-stage.ts';

const { database, accepted, again, go } = useRuns();
let upkeep: UpkeepDatabase;
beforeAll(() => {
  upkeep = openUpkeep(database.current.addresses, silent);
});
afterAll(() => upkeep.close());

const fail = { name: 'fail', type: 'lead.find', match: { email: '{{ __data.email }}' } };

/** A mail server that takes everything, or fails as it is told. */
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
    tell: (given: Mailer | undefined = mailer) => tellFailing(upkeep, database.current.context, given),
  };
}

test('an owner is told once when his workflow begins to fail, and again only after it has worked in between', async () => {
  const { stage, job } = await accepted([fail]);
  const { mails, tell } = mailing();
  await go(job);
  await go(await again(stage));
  await Promise.all([tell(), tell(), tell()]);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: stage.owner.email,
    subject: 'The workflow "Under test" has begun to fail',
    text: expect.stringContaining('fail: match.email'),
  });
  await go(await again(stage));
  await tell();
  expect(mails).toHaveLength(1);

  await resave(stage, { steps: [nothing] });
  await go(await again(stage));
  await tell();
  await resave(stage, { steps: [fail] });
  await go(await again(stage));
  await tell();
  expect(mails).toHaveLength(2);
  expect(mails[1]?.id).not.toBe(mails[0]?.id);
});

test('a mail that was not taken is tried again; one that never will be is not, nor is one without a mail server', async () => {
  const away = Object.assign(new Error('away'), { isTemporary: true });
  const refused = Object.assign(new Error('no such person'), { isTemporary: false });
  const { job } = await accepted([fail]);
  await go(job);
  expect(await mailing(away).tell()).toMatchObject([{ outcome: 'later' }]);
  const working = mailing();
  await working.tell();
  expect(working.mails).toHaveLength(1);

  await go((await accepted([fail])).job);
  expect(await mailing(refused).tell()).toMatchObject([{ outcome: 'refused' }]);
  await go((await accepted([fail])).job);
  expect(await tellFailing(upkeep, database.current.context, undefined)).toMatchObject([
    { outcome: 'no mail server' },
  ]);
  expect(await mailing().tell()).toEqual([]);
});
