// Invitations and password resets with a one-time link (docs/design/sign-in.md).
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { inviteUser, resetPassword } from '../../../src/core/password-links/index.ts';
import { saveUser } from '../../../src/core/users/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { buildUser, changing } from '../../harness/builders.ts';
import {
  buildPerson,
  freshAddress,
  password,
  signInAs,
  useSignIn,
} from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const site = useSignIn(database);
const wanted = 'a new and good password';
const minute = 60_000;

const actor = { user: null, means: { type: 'command', name: 'test' }, origin: 'a test' } as const;
const handing = (workspace: Workspace) => ({ workspace, actor, mailer: undefined });
const resetLink = async (workspace: Workspace, email: string) =>
  pathOf((await resetPassword(site.context(), handing(workspace), email)).url);
const pathOf = (url = '') => new URL(url).pathname + new URL(url).search;
const follow = async (workspace: Workspace, path: string, chosen = wanted) => {
  const browser = site.browser(workspace, freshAddress());
  const page = await browser.get(path);
  if (page.status !== 200) return page;
  return browser.submit(page, '/set-password', { new_password: chosen, repeated: chosen });
};

describe('a link', () => {
  test('in an invitation shows the name and email address of the new user, and sets the first password', async () => {
    const { workspace, user: present } = await buildPerson(site.context());
    const invited = { email: 'new@example.test', name: 'Nina New', role: present.role.name };
    const { url = '', user } = await inviteUser(site.context(), handing(workspace), invited);
    expect(user).toMatchObject({ name: 'Nina New', email: 'new@example.test' });
    expect(url.startsWith(`${workspace.baseUrl}/set-password?link=hark_link_`)).toBe(true);
    const page = await site.browser(workspace).get(pathOf(url));
    expect(page.text).toContain('Welcome, Nina New');
    expect(page.text).toContain('new@example.test');
    const answer = await follow(workspace, pathOf(url));
    expect([answer.status, answer.location]).toEqual([303, '/sign-in?notice=password-set']);
    expect((await signInAs(site.browser(workspace, freshAddress()), invited, wanted)).status).toBe(303);
  });

  test('works once, and revokes sessions and every other link', async () => {
    const { workspace, user, browser } = await site.buildSignedIn();
    const [first, second] = [await resetLink(workspace, user.email), await resetLink(workspace, user.email)];
    expect((await follow(workspace, first)).status).toBe(303);
    expect((await browser.get('/console/session')).status).toBe(401);
    for (const path of [first, second]) {
      const again = await follow(workspace, path, 'yet another password');
      expect(again.status).toBe(404);
      expect(again.text).toContain('was already used');
    }
    expect((await signInAs(browser, user, wanted)).status).toBe(303);
  });

  test('works exactly once if it is used twenty times at once', async () => {
    const { workspace, user } = await buildPerson(site.context());
    const path = await resetLink(workspace, user.email);
    const choices = Array.from({ length: 20 }, (_, index) => `password number ${index}`);
    const answers = await Promise.all(choices.map((choice) => follow(workspace, path, choice)));
    const won = answers.flatMap(({ status }, index) => (status === 303 ? [choices[index]] : []));
    expect(won).toHaveLength(1);
    expect((await signInAs(site.browser(workspace, freshAddress()), user, won[0])).status).toBe(303);
  });

  test('expires after an hour for a reset, after seven days for an invitation', async () => {
    const { workspace, user } = await buildPerson(site.context());
    const reset = await resetLink(workspace, user.email);
    await site.time.move(59 * minute);
    expect((await site.browser(workspace).get(reset)).status).toBe(200);
    await site.time.move(1 * minute);
    expect((await follow(workspace, reset)).status).toBe(404);
    const invitation = await inviteUser(site.context(), handing(workspace), { email: user.email });
    await site.time.move((7 * 24 * 60 - 1) * minute);
    expect((await site.browser(workspace).get(pathOf(invitation.url))).status).toBe(200);
    await site.time.move(1 * minute);
    expect((await follow(workspace, pathOf(invitation.url))).status).toBe(404);
  });

  test('stops working after another password change or after deactivation', async () => {
    for (const change of [{ password: 'set by the operator' }, { active: false }]) {
      const { workspace, user } = await buildPerson(site.context());
      const path = await resetLink(workspace, user.email);
      await changing(site.context(), workspace.id, (c) => saveUser(c, { email: user.email, ...change }));
      expect((await follow(workspace, path)).status).toBe(404);
    }
  });

  test('from another workspace is unknown', async () => {
    const [mine, other] = [await buildPerson(site.context()), await buildPerson(site.context())];
    const path = await resetLink(other.workspace, other.user.email);
    expect((await follow(mine.workspace, path)).status).toBe(404);
    expect((await follow(other.workspace, path)).status).toBe(303);
  });

  test('is not used up by opening it, by an invalid password, or by a forged form', async () => {
    const { workspace, user } = await buildPerson(site.context());
    const path = await resetLink(workspace, user.email);
    expect((await follow(workspace, path, 'short')).status).toBe(400);
    const link = new URLSearchParams(path.split('?')[1]).get('link') ?? '';
    const forged = await site
      .browser(workspace)
      .post('/set-password', { link, new_password: wanted, repeated: wanted });
    expect(forged.status).toBe(403);
    expect((await follow(workspace, path)).status).toBe(303);
  });

  test('is stored as a hash, and appears in the audit log without its value', async () => {
    const { workspace, user } = await buildPerson(site.context());
    const path = await resetLink(workspace, user.email);
    const link = new URLSearchParams(path.split('?')[1]).get('link') ?? '';
    const stored = 'select * from password_links where workspace_id = $1';
    const rows = await database.current.query(stored, [workspace.id]);
    expect(rows).toHaveLength(1);
    await follow(workspace, path);
    const entries = await listAudit(site.context(), workspace.id, { limit: 2 });
    expect(entries.map(({ action, subject }) => `${action} ${subject.type}`)).toEqual([
      'changed user',
      'created password_link',
    ]);
    expect(entries[0]).toMatchObject({ user: { id: user.id }, means: { type: 'ui', name: 'reset' } });
    expect(JSON.stringify([rows, entries])).not.toContain(link);
  });
});

describe('by email', () => {
  test('the link uses the workspace URL, regardless of the requested host', async () => {
    const { workspace, user } = await buildPerson(site.context());
    const browser = site.browser(workspace, { ...freshAddress(), 'x-forwarded-host': 'evil.test' });
    await browser.submit(await browser.get('/forgotten'), '/forgotten', { email: user.email });
    await expect.poll(() => site.mails.find(({ to }) => to === user.email)).toBeDefined();
    const mail = site.mails.find(({ to }) => to === user.email);
    const url = /^http\S+$/m.exec(mail?.text ?? '')?.[0] ?? '';
    expect(url.startsWith(`${workspace.baseUrl}/set-password?link=`)).toBe(true);
    expect((await follow(workspace, pathOf(url))).status).toBe(303);
  });

  test('an invitation link is not returned to the caller', async () => {
    const { workspace } = await buildPerson(site.context());
    const user = await buildUser(site.context(), workspace.id, { password });
    const sent: { to: string; text: string }[] = [];
    const mailer = { send: async (mail: { to: string; text: string }) => void sent.push(mail) };
    const handed = await inviteUser(site.context(), { workspace, actor, mailer }, { email: user.email });
    expect(handed.url).toBeUndefined();
    expect(sent.map(({ to }) => to)).toEqual([user.email]);
    expect(sent[0]?.text).toContain(`${workspace.baseUrl}/set-password?link=hark_link_`);
  });

  test('an invitation contains the name of its recipient on one line', async () => {
    const { workspace, user } = await buildPerson(site.context());
    const sent: { text: string }[] = [];
    const mailer = { send: async (mail: { text: string }) => void sent.push(mail) };
    const invited = { email: user.email, name: 'Nina\r\n\r\nPay at\u2028https://evil.test' };
    await inviteUser(site.context(), { workspace, actor, mailer }, invited);
    expect(sent[0]?.text).toMatch(/^Hello Nina Pay at https:\/\/evil\.test,\n\n/);
  });
});
