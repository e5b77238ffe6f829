// Workflows that search, call a server with a connection, call a workflow, ask people, send email and handle a failure,
// while `work` is killed again and again: everything happens once (spec/runs §2.3).
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { kill } from '../engine/kill.ts';
import { eventually } from '../harness/eventually.ts';
import { isFullRun } from '../harness/seeded-random.ts';
import { startMailServer } from '../harness/servers/mail-server.ts';
import { deliver, startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

const [requests, kills] = isFullRun ? [60, 10] : [30, 5];
const people = ['ann@acme.test', 'bob@acme.test'];

/** A partner with a token endpoint. It remembers the key of each order. */
async function startPartner() {
  const orders: string[] = [];
  let tokens = 0;
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url ?? '';
    if (path === '/order') orders.push(String(request.headers['idempotency-key']));
    if (path === '/token') tokens++;
    const body = path === '/token' ? { access_token: `token-number-${tokens}`, token_type: 'Bearer' } : {};
    const isKnown = path === '/token' || request.headers.authorization === `Bearer token-number-${tokens}`;
    response.writeHead(path === '/missing' ? 404 : isKnown ? 200 : 401, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { orders, tokens: () => tokens, place: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const fileOf = (hark: WholeHark, origin: string) => ({
  name: 'Acme',
  base_url: hark.url,
  settings: { listener_limit_per_second: 10_000 },
  roles: [{ name: 'Administrator', is_admin: true }],
  users: people.map((email) => ({ email, name: email, role: 'Administrator' })),
  connections: [
    {
      name: 'partner',
      origin,
      type: 'oauth2',
      grant: 'client_credentials',
      token_url: `${origin}/token`,
      client_id: 'hark',
      client_secret: 'a-secret-of-the-partner',
    },
  ],
  workflows: [
    {
      name: 'Price',
      owner: people[0],
      enabled: true,
      steps: [{ name: 'back', type: 'return', value: '{{ __data.n * 2 }}' }],
    },
    {
      name: 'Order',
      owner: people[0],
      enabled: true,
      listener: { add_authentication: false, allow_cors: false, cors_domains: '' },
      steps: [
        {
          name: 'known',
          type: 'lead.search',
          filters: [{ alias: 'email', operator: 'eq', value: '{{ __data.email }}' }],
        },
        { name: 'order', type: 'http.request', method: 'POST', url: '/order', connection: 'partner' },
        { name: 'price', type: 'workflow.call', workflow: 'Price', data: { n: '{{ __data.n }}' } },
        {
          name: 'missing',
          type: 'http.request',
          url: '/missing',
          connection: 'partner',
          on_error: 'continue',
        },
        { name: 'ask', type: 'approve', title: 'Order {{ __data.n }}?', by: people },
        { name: 'receipt', type: 'mail.send', to: '{{ __data.email }}', subject: 'Thank you', text: 'Bye' },
        {
          name: 'lead',
          type: 'lead.create',
          fields: {
            email: '{{ __data.email }}',
            last_name: 'pays {{ steps.price.output }}',
            first_name: 'found {{ steps.known.output.total }}',
          },
        },
      ],
    },
  ],
});

/** Lets both people decide everything that is pending at the same time. @returns the decisions that were accepted */
async function decideAll(hark: WholeHark, keys: readonly string[], isOver: () => boolean): Promise<string[]> {
  const accepted: string[] = [];
  const ask = (key: string, method: string, path: string) =>
    fetch(`${hark.url}/api/${path}`, { method, headers: { apikey: key } });
  while (!isOver()) {
    const [reader = ''] = keys;
    const page = await ask(reader, 'GET', 'approvals?limit=20')
      .then((answer) => answer.json())
      .catch(() => ({ approvals: [] }));
    const { approvals } = page as { approvals: { id: number }[] };
    const decisions = approvals.flatMap(({ id }) =>
      keys.map(async (key, index) => {
        const outcome = (id + index) % 2 ? 'approve' : 'reject';
        const { status } = await ask(key, 'POST', `approvals/${id}/${outcome}`);
        if (status === 200) accepted.push(`${id}`);
        else expect(status).toBe(409);
      }),
    );
    await Promise.all(decisions);
    await sleep(50);
  }
  return accepted;
}

test('each step happens once, although work is killed again and again', async () => {
  const partner = await startPartner();
  const mail = await startMailServer();
  const hark = await startWholeHark(`hark_test_${process.pid}_steps`, {
    SMTP_URL: mail.url,
    SMTP_FROM: 'hark@acme.test',
    HARK_EGRESS_ALLOW: partner.place,
  });
  onTestFinished(() => hark.remove());
  const file = join(hark.env.HARK_DATA_DIR ?? '', 'steps.json');
  writeFileSync(file, JSON.stringify({ workspaces: [fileOf(hark, `http://${partner.place}`)] }));
  const applied = await hark.command('apply', '-f', file, '--json', '--show-secrets');
  expect(applied.code, applied.stderr).toBe(0);
  const [workspace] = JSON.parse(applied.stdout).workspaces;
  const keys = workspace.users.map((user: { api_key: string }) => user.api_key);
  const { listener } = workspace.workflows.find(({ name }: { name: string }) => name === 'Order');

  let isOver = false;
  const deciding = decideAll(hark, keys, () => isOver);
  for (let n = 0; n < requests; n++) {
    const { status } = await deliver(listener.url, { n, email: `person-${n}@outside.test` });
    expect(status).toBe(200);
  }
  for (let count = 0; count < kills; count++) {
    await sleep(200 + 100 * (count % 5));
    const { work } = hark.children();
    kill(work);
    await eventually(() => ![undefined, work].includes(hark.children().work), 60_000);
  }
  const count = async (text: string) => (await hark.query<{ count: number }>(text))[0]?.count;
  const unfinished = () =>
    hark.query<object>(
      "select status, error, due_at, sent_at, warnings from runs where status not in ('succeeded', 'failed') limit 3",
    );
  await eventually(async () => expect(await unfinished()).toEqual([]), 300_000);
  expect(await hark.query("select error from runs where status = 'failed' limit 3")).toEqual([]);
  isOver = true;
  const accepted = await deciding;

  expect(await count('select count(*)::int from leads')).toBe(requests);
  expect(await count('select count(*)::int from leads where wire like \'%"first_name":"found 0"%\'')).toBe(
    requests,
  );
  expect(await count('select count(distinct called_by)::int from runs')).toBe(requests);
  expect(await count('select sum(warnings)::int as count from runs')).toBe(requests);
  expect(new Set(partner.orders).size).toBe(requests);
  // A process that was killed may have received a token that it could not store.
  expect(partner.tokens()).toBeLessThanOrEqual(1 + kills);
  expect(accepted).toHaveLength(requests);
  expect(new Set(accepted).size).toBe(requests);
  expect(await count("select count(*)::int from approvals where outcome in ('approved', 'rejected')")).toBe(
    requests,
  );
  // An attempt that was interrupted may have sent its email already. The second one has the same ID.
  const receipts = mail.arrived.filter(({ to }) => to.some((address) => address.endsWith('@outside.test')));
  const ids = receipts.map(({ raw }) => /^Message-ID: (\S+)/im.exec(raw)?.[1]);
  expect(new Set(ids).size).toBe(requests);
  expect(new Set(receipts.flatMap(({ to }) => to)).size).toBe(requests);
  console.log(`${partner.orders.length} orders and ${receipts.length} emails sent for ${requests} of each`);
}, 600_000);
