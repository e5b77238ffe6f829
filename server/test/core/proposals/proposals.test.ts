// Changes of leads that a person approves (spec/proposals).
import { describe, expect, test } from 'vitest';
import { erasePerson } from '../../../src/core/erasure/index.ts';
import { purgeProposals } from '../../../src/core/proposals/index.ts';
import { agentOf, revisions } from '../../harness/agents.ts';
import { useRest } from '../../harness/rest-stage.ts';

const dayMs = 86_400_000;
const all = {
  'leads.view': 'all',
  'leads.create': true,
  'leads.edit': 'all',
  'leads.delete': 'all',
} as const;
const proposing = { ...all, 'api.write_rest': 'propose', 'api.write_mcp': 'propose' } as const;
const rest = useRest();
const boss = rest.caller({ isAdmin: true });
const proposer = rest.caller({ permissions: proposing });
const seller = rest.caller({ permissions: all });
const stranger = rest.caller({ permissions: { 'leads.view': 'own', 'leads.edit': 'all' } });
const build = (permissions: object) => rest.build({ permissions });
type Caller = typeof boss;

let made = 0;
const newEmail = () => `proposal-${++made}@example.test`;
const create = async (values: object = {}) => {
  const body = { email: newEmail(), first_name: 'Before', ...values };
  return (await seller.ask('POST', '/api/leads/new', { body })).json.lead;
};
const read = async (id: number) => (await seller.ask('GET', `/api/leads/${id}`)).json?.lead;
const propose = async (id: number, values: object = { first_name: 'After' }) =>
  (await proposer.ask('PATCH', `/api/leads/${id}`, { body: values })).json.proposal;
const decide = (caller: Caller, id: number, what = 'approve') =>
  caller.ask('POST', `/api/proposals/${id}/${what}`);

describe('a role limits writes through a surface (spec/proposals §1.1)', () => {
  test.each([
    ['none', 403, 403],
    ['propose', 202, 202],
    ['own', 200, 403],
    ['all', 200, 200],
    [undefined, 200, 200],
  ] as const)('%s', async (limit, own, other) => {
    const caller = await build({ ...all, 'api.write_rest': limit });
    const mine = await create({ owner_id: caller.user.id });
    const theirs = await create();
    const edit = async (id: number) =>
      (await caller.ask('PATCH', `/api/leads/${id}`, { body: { first_name: 'After' } })).status;
    expect([await edit(mine.id), await edit(theirs.id)]).toEqual([own, other]);
    expect((await caller.ask('GET', `/api/leads/${theirs.id}`)).status).toBe(200);
  });

  test('the lesser of the limit and the permission for leads applies', async () => {
    const caller = await build({ 'leads.view': 'all', 'leads.edit': 'none', 'api.write_rest': 'all' });
    const { id } = await create();
    expect((await caller.ask('PATCH', `/api/leads/${id}`, { body: { first_name: 'X' } })).status).toBe(403);
    const limited = await build({ 'leads.view': 'all', 'leads.edit': 'none', 'api.write_rest': 'propose' });
    expect((await limited.ask('PATCH', `/api/leads/${id}`, { body: { first_name: 'X' } })).status).toBe(403);
  });

  test('the limits of REST and of agents are separate', async () => {
    const caller = await build({ ...all, 'api.write_mcp': 'none' });
    const agent = await agentOf(rest.context, rest.api, rest.workspace, caller);
    const { id } = await create();
    expect((await agent.call('update_lead', { id, first_name: 'X' })).isError).toBe(true);
    expect((await caller.ask('PATCH', `/api/leads/${id}`, { body: { first_name: 'X' } })).status).toBe(200);
  });
});

describe('proposing (spec/proposals §1.2)', () => {
  test('wrong values are rejected at once, and an edit that changes nothing is no proposal', async () => {
    const lead = await create();
    const body = { score: 'many' };
    expect((await proposer.ask('PATCH', `/api/leads/${lead.id}`, { body })).status).toBe(400);
    const { email } = await create();
    expect((await proposer.ask('PATCH', `/api/leads/${lead.id}`, { body: { email } })).status).toBe(400);
    const same = await proposer.ask('PATCH', `/api/leads/${lead.id}`, { body: { first_name: 'Before' } });
    expect(same).toMatchObject({ status: 200, json: { lead: { id: lead.id } } });
  });

  test('create, delete, restore and every batch are proposed too', async () => {
    const lead = await create();
    const gone = await create();
    await seller.ask('DELETE', `/api/leads/${gone.id}`);
    const total = (await seller.ask('GET', '/api/leads?limit=1')).json.total;
    const action = async (method: string, path: string, body?: object) => {
      const { status, json } = await proposer.ask(method, path, { body });
      return [status, json.proposal?.action];
    };
    expect(await action('POST', '/api/leads/new', { email: newEmail() })).toEqual([202, 'create']);
    expect(await action('PATCH', '/api/leads/edit', { email: lead.email, city: 'Bern' })).toEqual([
      202,
      'edit',
    ]);
    expect(await action('DELETE', `/api/leads/${lead.id}`)).toEqual([202, 'delete']);
    expect(await action('POST', `/api/leads/${gone.id}/restore`)).toEqual([202, 'restore']);
    const batch = async (what: string, item: object) => {
      const { json } = await proposer.ask('POST', `/api/leads/batch/${what}`, { body: { items: [item] } });
      return [json.results[0].status, json.results[0].proposal?.action];
    };
    expect(await batch('new', { email: newEmail() })).toEqual([202, 'create']);
    expect(await batch('edit', { id: lead.id, city: 'Bern' })).toEqual([202, 'edit']);
    expect(await batch('delete', { id: lead.id })).toEqual([202, 'delete']);
    expect((await seller.ask('GET', '/api/leads?limit=1')).json.total).toBe(total);
    expect(await read(lead.id)).toEqual(lead);
  });

  test.each(revisions)(
    'proposals of an agent with the official client (%s) take effect only when they are approved, and conflicts stay pending (spec/proposals §3.4)',
    async (_, mode) => {
      const limited = await build(proposing);
      const agent = await agentOf(rest.context, rest.api, rest.workspace, limited);
      const client = await agent.connect(mode);
      const leads: { id: number }[] = [];
      for (let index = 0; index < 5; index++) leads.push(await create({ city: 'Bern' }));
      for (const { id } of leads) {
        const { isError } = await client.callTool({ name: 'update_lead', arguments: { id, city: 'Basel' } });
        expect(isError).toBeFalsy();
      }
      const cities = async () => (await Promise.all(leads.map(({ id }) => read(id)))).map(({ city }) => city);
      expect(new Set(await cities())).toEqual(new Set(['Bern']));
      const listed = (await boss.ask('GET', '/api/proposals?limit=100')).json.proposals;
      const mine = new Map<number, number>(
        listed.map((one: { id: number; lead_id: number }) => [one.lead_id, one.id]),
      );
      const ids = leads.map(({ id }) => mine.get(id));
      expect(ids).not.toContain(undefined);
      // The agent can't approve its own proposals, not even over REST.
      const own = await limited.ask('POST', '/api/proposals/approve', { body: { ids } });
      expect(own.json.results.map(({ status }: { status: number }) => status)).toEqual(Array(5).fill(403));
      const [first, second] = leads as [{ id: number }, { id: number }];
      await seller.ask('PATCH', `/api/leads/${first.id}`, { body: { city: 'Chur' } });
      await seller.ask('DELETE', `/api/leads/${second.id}`);
      const { results } = (await boss.ask('POST', '/api/proposals/approve', { body: { ids } })).json;
      const conflict = (message: string) => ({ status: 409, error: { code: 409, message } });
      expect(results.slice(0, 2)).toEqual([
        { id: ids[0], ...conflict('The proposal no longer fits: city has another value by now.') },
        { id: ids[1], ...conflict('The proposal no longer fits: Item was not found.') },
      ]);
      expect(results.slice(2)).toEqual(ids.slice(2).map((id) => ({ id, status: 200 })));
      await seller.ask('POST', `/api/leads/${second.id}/restore`);
      expect(await cities()).toEqual(['Chur', 'Bern', ...Array(3).fill('Basel')]);
      const states = await Promise.all(
        ids
          .slice(0, 3)
          .map(async (id) => (await boss.ask('GET', `/api/proposals/${id}`)).json.proposal.status),
      );
      expect(states).toEqual(['pending', 'pending', 'approved']);
    },
  );

  test('a repeated request with an Idempotency-Key is one proposal', async () => {
    const { id } = await create();
    const headers = { 'Idempotency-Key': `once-${id}` };
    const send = () => proposer.ask('PATCH', `/api/leads/${id}`, { body: { city: 'Bern' }, headers });
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
  });
});

describe('reading', () => {
  test('a proposal expires after 30 days (spec/proposals §2.1)', async () => {
    const proposal = await propose((await create()).id);
    expect(Date.parse(proposal.expires_at) - Date.parse(proposal.created_at)).toBe(30 * dayMs);
    await rest.database.current.query(`update proposals set expires_at = now() where id = ${proposal.id}`);
    const { json } = await seller.ask('GET', `/api/proposals/${proposal.id}`);
    expect(json.proposal.status).toBe('expired');
    expect(await decide(seller, proposal.id)).toMatchObject({
      status: 409,
      headers: { 'hark-error': 'already_decided' },
    });
  });

  test('lists are newest first, by status, with cursor and fields (spec/proposals §2.2)', async () => {
    const { id } = await create();
    const [first, second] = [await propose(id, { city: 'Bern' }), await propose(id, { city: 'Basel' })];
    await decide(seller, first.id, 'reject');
    const list = async (query: string) => (await seller.ask('GET', `/api/proposals?${query}`)).json;
    expect((await list('limit=1&fields=status')).proposals).toEqual([{ id: second.id, status: 'pending' }]);
    expect((await list('status=rejected&limit=1')).proposals[0].id).toBe(first.id);
    const page = await list('status=all&limit=1&after=');
    expect((await list(`status=all&limit=1&after=${page.next}`)).proposals[0].id).toBe(first.id);
    expect((await seller.ask('GET', '/api/proposals?status=odd')).status).toBe(400);
  });

  test('only its author and users who can view the lead see a proposal (spec/proposals §2.3)', async () => {
    const own = await create({ owner_id: stranger.user.id });
    const [visible, hidden] = [await propose(own.id), await propose((await create()).id)];
    const status = async (caller: Caller, id: number) =>
      (await caller.ask('GET', `/api/proposals/${id}`)).status;
    expect(await status(stranger, visible.id)).toBe(200);
    expect(await status(stranger, hidden.id)).toBe(404);
    expect(await status(proposer, hidden.id)).toBe(200);
    expect((await decide(stranger, hidden.id)).status).toBe(404);
    const { json } = await stranger.ask('GET', '/api/proposals?status=all&limit=100');
    expect(json.proposals.map(({ id }: { id: number }) => id)).toEqual([visible.id]);
  });

  test('old proposals are deleted, and those about an erased person (spec/proposals §2.4)', async () => {
    const proposal = await propose((await create()).id);
    const isThere = async () => (await seller.ask('GET', `/api/proposals/${proposal.id}`)).status === 200;
    const later = (days: number) => new Date(Date.parse(proposal.created_at) + days * dayMs);
    await purgeProposals(rest.database.current.upkeep, later(89));
    expect(await isThere()).toBe(true);
    await purgeProposals(rest.database.current.upkeep, later(91));
    expect(await isThere()).toBe(false);
    const email = newEmail();
    await proposer.ask('POST', '/api/leads/new', { body: { email } });
    const operator = { user: null, means: { type: 'command' }, origin: null } as const;
    const erased = await erasePerson(rest.context, operator, rest.workspace.id, { email });
    expect(erased.proposals).toBe(1);
  });
});

describe('deciding', () => {
  test('needs the right itself, through a surface that is not limited (spec/proposals §3.1)', async () => {
    const { id } = await propose((await create()).id);
    expect((await decide(proposer, id)).status).toBe(403);
    expect((await decide(proposer, id, 'reject')).status).toBe(403);
    const viewer = await build({ 'leads.view': 'all' });
    expect(await decide(viewer, id)).toMatchObject({ status: 403, headers: { 'hark-error': 'forbidden' } });
    expect((await decide(boss, id)).status).toBe(200);
  });

  test('a proposal stays as it was seen: nothing but a decision changes it (spec/proposals §2.1)', async () => {
    const lead = await create();
    const seen = await propose(lead.id);
    const path = `/api/proposals/${seen.id}`;
    for (const caller of [proposer, boss]) {
      for (const method of ['PATCH', 'PUT', 'DELETE'])
        expect((await caller.ask(method, path, { body: { changes: [] } })).status, method).toBe(405);
    }
    const other = [{ field: 'first_name', old: 'Before', new: 'Swapped' }];
    const approved = await boss.ask('POST', `${path}/approve`, { body: { changes: other } });
    expect([approved.status, approved.headers['hark-error']]).toEqual([400, 'unknown_field; field=changes']);
    // Another proposal for the same lead doesn't replace the first one.
    const second = await propose(lead.id, { first_name: 'Swapped' });
    expect(second.id).not.toBe(seen.id);
    expect((await boss.ask('GET', path)).json.proposal).toEqual(seen);
    expect((await decide(boss, seen.id)).status).toBe(200);
    expect((await read(lead.id)).first_name).toBe('After');
    // The stored changes are those that were made.
    expect((await boss.ask('GET', path)).json.proposal.changes).toEqual(seen.changes);
  });

  test('create, delete and restore take effect when they are approved (spec/proposals §3.2)', async () => {
    const email = newEmail();
    const made = await proposer.ask('POST', '/api/leads/new', { body: { email } });
    const { proposal } = (await decide(seller, made.json.proposal.id)).json;
    expect(await read(proposal.lead_id)).toMatchObject({ email, owner_id: proposer.user.id });
    const gone = await proposer.ask('DELETE', `/api/leads/${proposal.lead_id}`);
    await decide(seller, gone.json.proposal.id);
    expect(await read(proposal.lead_id)).toBeUndefined();
    const back = await proposer.ask('POST', `/api/leads/${proposal.lead_id}/restore`);
    await decide(seller, back.json.proposal.id);
    expect(await read(proposal.lead_id)).toMatchObject({ email });
  });

  test('the first decision wins, also of two at the same time (spec/proposals §3.3)', async () => {
    const { id } = await propose((await create()).id);
    const [one, two] = await Promise.all([decide(seller, id), decide(boss, id, 'reject')]);
    expect([one.status, two.status].toSorted()).toEqual([200, 409]);
    const [winner, what] = one.status === 200 ? ([seller, 'approve'] as const) : ([boss, 'reject'] as const);
    expect((await decide(winner, id, what)).status).toBe(200);
    const opposite = what === 'approve' ? 'reject' : 'approve';
    expect(await decide(winner, id, opposite)).toMatchObject({
      status: 409,
      headers: { 'hark-error': 'already_decided' },
    });
  });

  test('several at once: each has its own result (spec/proposals §3.4)', async () => {
    const lead = await create();
    const [good, stale] = [
      await propose(lead.id, { city: 'Bern' }),
      await propose(lead.id, { city: 'Basel' }),
    ];
    const body = { ids: [good.id, stale.id, 999_999_999] };
    const { json } = await seller.ask('POST', '/api/proposals/approve', { body });
    expect(json.results.map(({ id, status }: { id: number; status: number }) => [id, status])).toEqual([
      [good.id, 200],
      [stale.id, 409],
      [999_999_999, 404],
    ]);
    expect(json.results[0]).not.toHaveProperty('error');
    expect((await read(lead.id)).city).toBe('Bern');
    const many = { ids: Array.from({ length: 101 }, (_, index) => index + 1) };
    expect((await seller.ask('POST', '/api/proposals/reject', { body: many })).status).toBe(400);
  });
});
