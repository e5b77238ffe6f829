import { expect, onTestFinished, test } from 'vitest';
import { listenTo } from '../../src/db/notifications.ts';
import { capturedLog } from '../engine/captured-log.ts';
import { eventually } from '../harness/eventually.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();

test('a subscription whose connection is cut says so and subscribes again', async () => {
  const { addresses, asAdministrator } = database.current;
  const heard: string[] = [];
  const { logger, messages } = capturedLog();
  const listening = listenTo(addresses, 'a channel', (payload) => heard.push(payload), logger);
  onTestFinished(() => listening.stop());
  const untilHeard = (payload: string) =>
    eventually(async () => {
      await asAdministrator((client) => client.query("select pg_notify('a channel', $1)", [payload]));
      return heard.includes(payload);
    });
  await untilHeard('before');
  await asAdministrator((client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'hark-notifications' and datname = current_database()`,
    ),
  );
  await untilHeard('after');
  expect(messages()).toEqual(['notification connection lost']);
});
