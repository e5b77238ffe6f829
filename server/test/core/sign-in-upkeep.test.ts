// Upkeep removes expired records in batches, across all workspaces.
import { describe, expect, test } from 'vitest';
import { attemptSubject, purgeAttempts, takeAttempt } from '../../src/core/attempts/index.ts';
import { inviteUser, purgeLinks, resetPassword } from '../../src/core/password-links/index.ts';
import { purgeSessions, startSession } from '../../src/core/sessions/index.ts';
import { keepFlow, purgeFlows } from '../../src/core/sign-in-flows/index.ts';
import { buildUser, buildWorkspace } from '../harness/builders.ts';
import { manualTime } from '../harness/manual-time.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const hour = 3_600_000;
const visitor = { userAgent: undefined, address: '127.0.0.1' };
const actor = { user: null, means: { type: 'command' }, origin: null } as const;

const countAll = () =>
  database.current.asAdministrator(async (client) => {
    const { rows } = await client.query(`select
      (select count(*)::int from sessions) as sessions, (select count(*)::int from password_links) as links,
      (select count(*)::int from sign_in_flows) as flows,
      (select count(*)::int from attempts) as attempts`);
    return rows[0];
  });

describe('sign-in upkeep', () => {
  test('removes ended sessions, expired links and outdated sign-in attempts, and nothing else', async () => {
    const time = manualTime(Date.now());
    const context = { ...database.current.context, clock: time };
    const { upkeep } = database.current;
    const purge = async () => {
      for (const job of [purgeSessions, purgeFlows, purgeLinks, purgeAttempts]) await job(upkeep, time.now());
    };
    for (let count = 0; count < 2; count++) {
      const workspace = await buildWorkspace(context);
      const user = await buildUser(context, workspace.id);
      await context.db.write(workspace.id, (transaction) =>
        startSession(transaction, context, workspace.id, { id: user.id, signInVersion: 1 }, visitor),
      );
      const browser = { workspace: workspace.id, cookie: 'a-browser' };
      await keepFlow(context, browser, 'passkey', { challenge: 'x' });
      const handing = { workspace, actor, mailer: undefined };
      await resetPassword(context, handing, user.email);
      await inviteUser(context, handing, { email: user.email });
      await takeAttempt(context, workspace.id, [{ subject: attemptSubject(context.key, 'x'), most: 5 }]);
    }
    await purge();
    expect(await countAll()).toEqual({ sessions: 2, links: 4, flows: 2, attempts: 2 });
    await time.move(hour);
    await purge();
    expect(await countAll()).toEqual({ sessions: 2, links: 2, flows: 0, attempts: 0 });
    await time.move(11 * hour);
    await purge();
    expect(await countAll()).toEqual({ sessions: 0, links: 2, flows: 0, attempts: 0 });
    await time.move(7 * 24 * hour);
    await purge();
    expect(await countAll()).toEqual({ sessions: 0, links: 0, flows: 0, attempts: 0 });
  });

  test('removes 2,500 ended sessions in as many batches as needed', async () => {
    const { asAdministrator, context, upkeep } = database.current;
    const workspace = await buildWorkspace(context);
    const user = await buildUser(context, workspace.id);
    await asAdministrator((client) =>
      client.query(
        `insert into sessions (workspace_id, user_id, token_hash, sign_in_version, created_at, last_used_at, ends_at, browser, network)
         select $1, $2, sha256(n::text::bytea), 1, now(), now() - (n % 2) * interval '13 hours',
                now() - (1 - n % 2) * interval '1 hour' + interval '1 minute', '', '' from generate_series(1, 2500) n`,
        [workspace.id, user.id],
      ),
    );
    await purgeSessions(upkeep, new Date());
    expect((await countAll()).sessions).toBe(0);
  });
});
