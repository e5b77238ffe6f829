// Attackers who find a fresh installation can't take it over, because the setup page requires a secret (spec/provisioning §1.4).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askOwnAddress } from '../../../src/app/ask-own-address.ts';
import { applyFirstWorkspace } from '../../../src/core/provisioning/index.ts';
import { type Ask, arrivalPath, ticketHeader } from '../../../src/core/self-check/index.ts';
import { makeSetUpSecret } from '../../../src/core/setup/index.ts';
import { findWorkspaceByHost, type Workspace } from '../../../src/core/workspaces/index.ts';
import { consoleSurface } from '../../../src/http/console/routes.ts';
import { buildServer, type HttpServer } from '../../../src/http/server/server.ts';
import { setUpSurface } from '../../../src/http/setup/routes.ts';
import { signInSurface } from '../../../src/http/sign-in/routes.ts';
import { createMetrics } from '../../../src/lib/telemetry/metrics.ts';
import { closedOutside } from '../../harness/closed-outside.ts';
import { Browser, hiddenInputs } from '../../harness/console/browser.ts';
import { manualTime } from '../../harness/manual-time.ts';
import { silent } from '../../harness/scratch-database.ts';
import { password, signInAs } from '../../harness/servers/sign-in-server.ts';
import { copyTemplate } from '../../harness/test-database.ts';
import { consoleOptions } from '../start-server.ts';

/** Creates a separate installation for each test, because the setup page affects the whole installation. */
let installation: Awaited<ReturnType<typeof fresh>>;
beforeAll(async () => {
  installation = await fresh();
});
afterAll(() => installation.remove());

async function fresh() {
  const copy = await copyTemplate();
  const time = manualTime(Date.now());
  const context = { ...copy.context, clock: time };
  let here = '';
  // Resolves every host except nowhere.test to this machine.
  const askHere = (baseUrl: string): Ask =>
    baseUrl.includes('nowhere')
      ? askOwnAddress(baseUrl)
      : (url, question) => askOwnAddress(here)(url.replace(baseUrl, here), question);
  const server: HttpServer = buildServer({
    logger: silent,
    metrics: createMetrics(),
    findWorkspace: (host) => findWorkspaceByHost(context, host),
    readiness: [],
    surfaces: [
      setUpSurface({
        readyContext: async () => context,
        askOwnAddress: askHere,
        trustsProxies: false,
        rewritesHeaderNames: false,
      }),
      signInSurface({ context, mailer: undefined, logger: silent, egress: closedOutside.egress }),
      consoleSurface(consoleOptions),
    ],
    trustProxy: undefined,
  });
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
  here = `http://127.0.0.1:${port}`;
  const remove = async () => {
    await server.drain();
    await copy.drop();
  };
  return { copy, context, time, port, remove };
}

const ann = { name: 'Ann Admin', email: 'ann@acme.test', new_password: password, repeated: password };
const form = { ...ann, workspace_name: 'Acme', base_url: 'http://acme.test' };

const rows = (table: string) => installation.copy.query(`select * from ${table}`);

describe('an installation without a workspace', () => {
  test('shows no setup page without the secret, on any host', async () => {
    const { context, port } = installation;
    const secret = (await makeSetUpSecret(context)) ?? '';
    const browser = new Browser(port, 'acme.test');
    for (const wrong of ['', '?secret=', '?secret=x', `?secret=${secret.slice(0, -1)}`, '?x=y']) {
      expect((await browser.get(`/set-up${wrong}`)).status, wrong).toBe(404);
      const given = new URLSearchParams(wrong).get('secret') ?? '';
      expect((await browser.post('/set-up', { ...form, secret: given })).status).toBe(404);
    }
    expect(await rows('workspaces')).toEqual([]);
    expect(JSON.stringify(await rows('set_up_secrets'))).not.toContain(secret);
  });

  test('accepts only the newest secret, for one day', async () => {
    const { context, port, time } = installation;
    const older = await makeSetUpSecret(context);
    const newer = await makeSetUpSecret(context);
    const browser = new Browser(port, 'acme.test');
    expect((await browser.get(`/set-up?secret=${older}`)).status).toBe(404);
    expect((await browser.get(`/set-up?secret=${newer}`)).status).toBe(200);
    await time.move(24 * 3_600_000);
    expect((await browser.get(`/set-up?secret=${newer}`)).status).toBe(404);
    await time.move(-24 * 3_600_000);
  });

  test('reports errors and changes nothing', async () => {
    const { context, port } = installation;
    const secret = (await makeSetUpSecret(context)) ?? '';
    const browser = new Browser(port, 'acme.test');
    const wrong: [object, string][] = [
      [{ base_url: 'http://acme.test/path' }, 'without a path'],
      [{ base_url: 'javascript:alert(1)' }, 'without a path'],
      [{ workspace_name: ' ' }, 'Enter a name for the workspace'],
      [{ name: '' }, 'Enter your name'],
      [{ email: 'nonsense' }, 'isn&#39;t a valid email address'],
      [{ new_password: 'short', repeated: 'short' }, 'at least 12 characters'],
      [{ new_password: 'Password123!', repeated: 'Password123!' }, 'on lists of stolen passwords'],
      [{ new_password: 'ann@acme.test', repeated: 'ann@acme.test' }, 'that others know'],
      [{ repeated: 'other' }, 'The passwords don&#39;t match'],
    ];
    for (const [over, message] of wrong) {
      const answer = await browser.post('/set-up', { ...form, secret, ...over });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(message);
    }
    const foreign = await browser.post('/set-up', { ...form, secret }, { origin: 'https://evil.test' });
    expect(foreign.status).toBe(403);
    expect(await rows('workspaces')).toEqual([]);
  });

  test('checks its own URL and shows the findings only with the secret', async () => {
    const { context, port, time } = installation;
    const secret = (await makeSetUpSecret(context)) ?? '';
    const browser = new Browser(port, 'acme.test');
    await time.move(Date.now() - time.now().getTime());
    const { text } = await browser.get(`/set-up?secret=${secret}`);
    expect(text).toContain('URL: OK.</strong> http://acme.test reaches this installation.');
    expect(text).toContain('https: needs attention.</strong> Plain http exposes passwords and tokens');
    expect(text).toContain(
      `Callers request acme.test, but Hark receives the Host header &quot;127.0.0.1:${port}&quot;.`,
    );
    expect(text).toContain('Client IP address: OK.</strong> Callers connect directly.');
    expect(text).toContain('Clocks: OK.');
    await time.move(3_600_000);
    expect((await browser.get(`/set-up?secret=${secret}`)).text).toMatch(
      /Clocks: needs attention\.<\/strong> The database&#39;s clock differs by -3[56]\d{5} ms/,
    );
    await time.move(-3_600_000);
    const wrong = await browser.post('/set-up', { ...form, secret: 'x', check: '1' });
    expect([wrong.status, wrong.text.includes('reaches this installation')]).toEqual([404, false]);
  });

  test('reveals only to its own URL check how a request arrived', async () => {
    const browser = new Browser(installation.port, 'acme.test');
    for (const ticket of ['', 'x', '1.x', `1.${'A'.repeat(80)}`]) {
      const { status, text } = await browser.get(arrivalPath, { [ticketHeader]: ticket });
      expect([status, text.includes('acme')]).toEqual([404, false]);
    }
  });

  test('reports a URL that does not reach the installation, and accepts it only after confirmation', async () => {
    const { context, port } = installation;
    const secret = (await makeSetUpSecret(context)) ?? '';
    const browser = new Browser(port, 'acme.test');
    const base_url = 'http://nowhere.invalid';
    const checked = await browser.post('/set-up', { secret, base_url, check: '1', workspace_name: 'Kept' });
    expect(checked.status).toBe(200);
    expect(checked.text).toContain('(host name not found)');
    expect(checked.text).toContain('value="Kept"');
    const sent = await browser.post('/set-up', { ...form, secret, base_url });
    expect([sent.status, sent.text.includes('Hark can&#39;t be reached at this URL')]).toEqual([400, true]);
    expect(await rows('workspaces')).toEqual([]);
    expect(hiddenInputs(sent, '/set-up')).toMatchObject({ anyway: base_url });
  });

  test('lets one of ten simultaneous setups create the workspace and administrator, and then removes the page', async () => {
    const { context, port } = installation;
    const secret = (await makeSetUpSecret(context)) ?? '';
    const page = await new Browser(port, 'acme.test').get(`/set-up?secret=${secret}`);
    expect(page.text).toContain('value="http://acme.test"');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        new Browser(port, 'acme.test').post('/set-up', {
          ...form,
          secret,
          ...(index % 2 === 0 ? {} : { base_url: 'http://other.test' }),
        }),
      ),
    );
    const won = answers.filter(({ status }) => status === 303);
    expect(won).toHaveLength(1);
    const [workspace] = (await rows('workspaces')) as (Workspace & { base_url: string })[];
    // The browser was at acme.test, so only there it is signed in.
    const isHere = workspace?.base_url === 'http://acme.test';
    expect(won[0]?.location).toBe(`${workspace?.base_url}${isHere ? '/' : '/sign-in?notice=set-up'}`);
    expect(await rows('workspaces')).toHaveLength(1);
    expect(await rows('users')).toHaveLength(1);
    const browser = new Browser(port, 'acme.test');
    expect((await browser.get(`/set-up?secret=${secret}`)).status).toBe(404);
    expect(await makeSetUpSecret(context)).toBeUndefined();
    expect((await signInAs(browser, ann)).status).toBe(303);
    expect((await browser.get('/account')).location).toBe('/settings/account');
  });
});

test('an installation with a workspace and no administrator keeps its URL, and its setup page creates exactly one first administrator', async () => {
  const { context, port, remove } = await fresh();
  try {
    const actor = { user: null, means: { type: 'command' }, origin: null } as const;
    await applyFirstWorkspace(context, actor, 'http://first.test', 'first.test');
    const secret = (await makeSetUpSecret(context)) ?? '';
    const browser = new Browser(port, 'first.test');
    const page = await browser.get(`/set-up?secret=${secret}`);
    expect(page.text).not.toContain('name="base_url"');
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        browser.submit(page, '/set-up', { ...form, email: `ann${index}@acme.test` }),
      ),
    );
    const won = answers.filter(({ status }) => status === 303);
    expect(won.map(({ location }) => location)).toEqual(['http://first.test/']);
    expect((await browser.get('/account')).location).toBe('/settings/account');
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(4);
    expect(await makeSetUpSecret(context)).toBeUndefined();
  } finally {
    await remove();
  }
});
