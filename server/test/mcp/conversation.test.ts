// Holds a conversation as an agent would. docs/agents.md quotes it word for word. This test compares the two, and
// rewrites the page when HARK_WRITE_DOCS is set.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import { createLead } from '../../src/core/leads/index.ts';
import { saveWorkflow } from '../../src/core/workflows/index.ts';
import type { RunId } from '../../src/lib/ids.ts';
import { type Agent, buildAgent } from '../harness/agents.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { changing, changingLeads } from '../harness/builders.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { execute } from '../runs/run-stage.ts';

const database = useTestDatabase();
const api = useApi(database);
const page = new URL('../../../docs/agents.md', import.meta.url);
const section = /(<!-- conversation -->\n)[\s\S]*(<!-- end of the conversation -->)/;

/** Records the conversation, with values that differ between runs replaced. */
class Transcript {
  readonly #lines: string[] = [];
  readonly #names = new Map<string, string>();

  say(who: 'User' | 'Agent', words: string): void {
    this.#lines.push(`**${who}:** ${words}\n`);
  }

  async call(agent: Agent, tool: string, given: unknown) {
    const result = await agent.call(tool, given);
    const answer = result.isError ? result.text : JSON.stringify(result.data, null, 2);
    this.#lines.push('```', `→ ${tool} ${JSON.stringify(given)}`, answer, '```', '');
    return result;
  }

  name(value: unknown, name: string): void {
    this.#names.set(String(value), name);
  }

  text(): string {
    const written = [...this.#names].reduce(
      (text, [value, name]) => text.replaceAll(value, name),
      this.#lines.join('\n'),
    );
    return written
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-11-15T09:00:00.000Z')
      .replace(/"(id|version|owner_id)":( ?)\d+/g, (_, name, blank) => `"${name}":${blank}7`)
      .replace(/"next_cursor": "[^"]+"/g, '"next_cursor": "…"');
  }
}

const steps = [
  {
    name: 'note',
    type: 'lead.update',
    match: { email: '{{ __data.email }}' },
    fields: { status: 'Wants a call', order_note: '{{ __data.message }}' },
  },
  {
    name: 'known',
    type: 'branch',
    if: '{{ steps.note.output is null }}',
    // biome-ignore lint/suspicious/noThenProperty: spec/provisioning §5 defines this key.
    then: [
      {
        name: 'unknown',
        type: 'stop',
        as: 'failed',
        message: 'No lead has the email address {{ __data.email }}.',
      },
    ],
  },
];

/** A bakery in Graz with a typo in its email address, and a form that was sent before the typo was noticed. */
async function build() {
  const { context } = database.current;
  const workspace = await buildBusyWorkspace(context);
  const agent = await buildAgent(context, api, workspace, { isAdmin: true }, 'Ann Admin');
  const owner = agent.caller.user.email;
  await changing(context, workspace.id, async (change) => {
    await saveLeadField(change, { alias: 'order_note', label: 'Order note', type: 'long_text' });
    await saveWorkflow(change, { name: 'Order form', owner, steps });
  });
  const people = [
    {
      first_name: 'Lena',
      last_name: 'Huber',
      company: 'Bäckerei Huber',
      city: 'Graz',
      email: 'lena.huber@exmaple.test',
    },
    {
      first_name: 'Lena',
      last_name: 'Moser',
      company: 'Moser Reisen',
      city: 'Wien',
      email: 'lena.moser@example.test',
    },
    {
      first_name: 'Jakob',
      last_name: 'Gruber',
      company: 'Gruber Bau',
      city: 'Graz',
      email: 'jakob@example.test',
    },
  ];
  await changingLeads(context, workspace.id, async (change) => {
    for (const person of people)
      await createLead({ ...change, defaultOwner: agent.caller.user.id as never }, person);
  });
  const started = await agent.call('start_workflow', {
    workflow: 'Order form',
    data: { email: 'lena.huber@example.test', message: 'Twelve loaves on Friday, please.' },
  });
  const go = (run: RunId) => execute(context, { workspace: workspace.id, run, fence: 0 });
  await go(started.data.run);
  return { agent, go, failed: started.data.run as RunId };
}

test('an agent finds a lead by vague words, corrects it, finds out why a run failed, and retries it', async () => {
  const { agent, go, failed } = await build();
  const told = new Transcript();
  told.say(
    'User',
    'Lena from the bakery in Graz says that we never called her back. We may have the wrong email address: hers is lena.huber@example.test.',
  );
  const found = await told.call(agent, 'search_leads', {
    words: 'lena',
    filters: [{ alias: 'city', operator: 'eq', value: 'Graz' }],
  });
  const [lead] = found.data.leads;
  expect(found.data.total).toBe(1);

  told.say('Agent', "I found one lead. Its email address has a typo, so I'll correct it.");
  const corrected = await told.call(agent, 'update_lead', { id: lead.id, email: 'lena.huber@example.test' });
  expect(corrected.isError).toBe(false);

  told.say('Agent', "Next I'll check why her order is missing.");
  const runs = await told.call(agent, 'list_runs', { status: 'failed' });
  expect(runs.data.runs).toMatchObject([
    { id: failed, error: 'No lead has the email address lena.huber@example.test.' },
  ]);
  const seen = await told.call(agent, 'get_run', { run: failed });
  expect(seen.data.steps[0]).toMatchObject({ name: 'note', status: 'succeeded' });
  expect(seen.data.steps[0].output).toBeUndefined();

  told.say(
    'Agent',
    'Her form arrived, but no lead had the email address that she entered. Now one does. Should I retry the run?',
  );
  told.say('User', 'Yes.');
  const again = await told.call(agent, 'retry_run', { run: failed, from: 'start' });
  await go(again.data.run);
  const after = await told.call(agent, 'list_runs', { workflow: 'Order form', limit: 1 });
  expect(after.data.runs).toMatchObject([{ id: again.data.run, status: 'succeeded' }]);
  const last = await told.call(agent, 'get_lead', { id: lead.id, fields: ['email', 'status', 'order_note'] });
  expect(last.data.lead).toEqual({
    email: 'lena.huber@example.test',
    status: 'Wants a call',
    order_note: 'Twelve loaves on Friday, please.',
  });
  told.say('Agent', 'Done. Her lead now says that she wants a call and ordered twelve loaves for Friday.');

  told.name(failed, '019a8b3c-0000-7000-8000-000000000001');
  told.name(again.data.run, '019a8b3c-0000-7000-8000-000000000002');
  const written = readFileSync(page, 'utf8');
  const right = written.replace(section, (_, begin, end) => `${begin}\n${told.text()}\n${end}`);
  if (process.env.HARK_WRITE_DOCS) writeFileSync(page, right);
  else expect(written, 'docs/agents.md: run this test with HARK_WRITE_DOCS=1').toBe(right);
});
