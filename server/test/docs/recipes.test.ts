// Follows each recipe of docs/recipes.md against real servers: mail, an OAuth provider, and HTTP servers.
import { describe, expect, test } from 'vitest';
import { client, startProvider } from '../core/connections/identity-provider.ts';
import { startRecorder } from '../core/connections/stage.ts';
import { eventually } from '../harness/eventually.ts';
import { startMailServer } from '../harness/servers/mail-server.ts';
import { followRecipe, recipeTitles } from './recipe.ts';

const titles = {
  form: 'Approve large leads from a form',
  stripe: 'Send a receipt for a Stripe payment',
  cleanUp: 'Delete expired leads every night',
  enrich: 'Add data from an API with OAuth',
  slack: 'Alert Slack about failures',
};

const subjectOf = ({ raw }: { raw: string }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim();

describe('docs/recipes.md', { timeout: 240_000 }, () => {
  test('every recipe has a test', () => {
    expect(recipeTitles()).toEqual(Object.values(titles));
  });

  test(titles.form, async () => {
    const mail = await startMailServer();
    const { run, leads, statuses } = await followRecipe(titles.form, { mail: mail.url });
    expect(await leads()).toMatchObject({
      'kim@example.test': { first_name: 'Kim', budget: 2500, status: 'Asked again' },
      'lea@example.test': { first_name: 'Lea', budget: 25_000, status: 'New' },
    });
    // A rejected lead isn't created. Sam gets an email, unless the decision is made within seconds.
    await run('curl -s -d email=max@example.test -d first=Max -d budget=50000 "$FORM"');
    const asked = () =>
      mail.arrived.filter(({ to, raw }) => to[0] === 'sam@acme.test' && raw.includes('Max'));
    await eventually(() => asked().length === 1);
    await run(`
      ID=$(curl -s -H 'apikey: sams-key-for-the-recipes' http://127.0.0.1:8080/api/approvals | grep -o '"id":[0-9]*' | head -n 1)
      curl -sf -X POST -H 'apikey: sams-key-for-the-recipes' "http://127.0.0.1:8080/api/approvals/\${ID#*:}/reject"`);
    await eventually(async () => expect(await statuses('Website form')).toEqual(Array(4).fill('succeeded')));
    expect(Object.keys(await leads()).sort()).toEqual(['kim@example.test', 'lea@example.test']);
  });

  test(titles.stripe, async () => {
    const mail = await startMailServer();
    const { run, leads, statuses } = await followRecipe(titles.stripe, { mail: mail.url });
    // Stripe delivers the event a second time.
    await run(
      `curl -sf -H 'content-type: application/json' -H "stripe-signature: t=$NOW,v1=$SIGNATURE" -d "$BODY" "$STRIPE"`,
    );
    expect(await leads()).toMatchObject({
      'noa@example.test': { last_name: 'Noa Keller', source: 'Stripe', status: 'Customer' },
    });
    expect(await statuses('Stripe payment')).toEqual(['succeeded']);
    expect(mail.arrived.map(({ to }) => to)).toEqual([['noa@example.test']]);
    const [receipt] = mail.arrived.map(({ raw }) => raw);
    expect(receipt).toMatch(/^Subject: Your receipt from /m);
    expect(receipt).toContain('<strong>Paid:</strong> 49.90 EUR');
    expect(receipt).toContain('pi_1');
  });

  test(titles.cleanUp, async () => {
    const mail = await startMailServer();
    const { hark, leads, statuses } = await followRecipe(titles.cleanUp, { mail: mail.url });
    expect(Object.keys(await leads())).toEqual(['current@example.test']);
    expect(mail.arrived.map(subjectOf)).toEqual(['Expired leads: 1 of 1 deleted']);
    // The last two nights were missed. The schedule starts one run for them.
    await hark.query("update workflow_triggers set due_at = now() - interval '2 days'");
    await eventually(() => mail.arrived.length === 2, 60_000);
    expect(mail.arrived.map(subjectOf)[1]).toBe('Expired leads: 0 of 0 deleted');
    await eventually(async () =>
      expect(await statuses('Nightly clean-up')).toEqual(['succeeded', 'succeeded']),
    );
  });

  test(titles.enrich, async () => {
    const provider = await startProvider('http://127.0.0.1/unused');
    const tokens = new Set<unknown>();
    const api = await startRecorder(({ path, headers }) => {
      tokens.add(headers.authorization);
      if (path.includes('lea%40')) return { body: { company: 'Example Ltd', job: 'Engineer' } };
      return { status: path.includes('nobody%40') ? 404 : 403, body: {} };
    });
    const { leads, statuses } = await followRecipe(titles.enrich, {
      servers: {
        'https://api.directory.example': api.url,
        'https://auth.directory.example': provider.url,
      },
    });
    expect(await statuses('Enrich leads')).toEqual(Array(3).fill('succeeded'));
    expect(await leads()).toMatchObject({
      'lea@example.test': { company: 'Example Ltd', position: 'Engineer', status: 'Enriched' },
      'nobody@example.test': { company: null, status: null },
      'blocked@example.test': { company: null, status: 'Not enriched' },
    });
    expect(api.to('/v1/people')).toHaveLength(3);
    expect(provider.tokenRequests()).toBe(1);
    expect([...tokens]).toEqual([expect.stringMatching(/^Bearer \S{20,}$/)]);
    expect([...tokens].join()).not.toContain(client.secret);
  });

  test(titles.slack, async () => {
    const shop = await startRecorder(() => ({ status: 422, body: { error: 'sold out' } }));
    const slack = await startRecorder();
    const { statuses } = await followRecipe(titles.slack, {
      servers: { 'https://api.shop.example': shop.url, 'https://hooks.slack.com': slack.url },
    });
    expect(shop.to('/orders').map(({ body }) => JSON.parse(body))).toEqual([{ order: '4711' }]);
    const messages = slack.to('/services/T000/B000/XXXXXXXX').map(({ body }) => JSON.parse(body).text);
    expect(messages).toEqual([
      expect.stringMatching(/^Order 4711: .*422.* http:\/\/127\.0\.0\.1:\d+\/runs\/[0-9a-f-]{36}$/),
      expect.stringMatching(/^Refund failed: There is no payment pi_1\. http:\/\/.*\/runs\/[0-9a-f-]{36}$/),
    ]);
    expect(await statuses('Refund')).toEqual(['failed']);
    expect(await statuses('Alert')).toEqual(['succeeded']);
  });
});
