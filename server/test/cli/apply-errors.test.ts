import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runHark } from '../harness/hark-process.ts';
import {
  addressOf,
  asAdministrator,
  createScratchDatabase,
  dropDatabase,
  testKey,
} from '../harness/scratch-database.ts';

const database = `hark_apply_errors_${process.pid}`;
const env = {
  DATABASE_URL: addressOf(database).reveal(),
  SECRET_KEY: testKey.reveal(),
  HARK_DATA_DIR: '/nowhere',
};
const folder = mkdtempSync(join(tmpdir(), 'hark-apply-errors-'));
const file = join(folder, 'workspace.yaml');

// Each command is a separate process, which takes seconds on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(() => createScratchDatabase(database));
afterAll(async () => {
  await dropDatabase(database, { roles: true });
  rmSync(folder, { recursive: true });
});

const apply = (text: string) => {
  writeFileSync(file, text);
  return runHark(['apply', '-f', file], env);
};
/** Formats each error as its position followed by the message, which `apply` prints on the line below. */
const errorsIn = (stderr: string) =>
  [...stderr.replace(/^hark: /, '').matchAll(/^(.*)\n {2}(line \d+, column \d+)$/gm)].map(
    ([, error, position]) => `${position}: ${error}`,
  );
const countRows = () =>
  asAdministrator(async (client) => {
    const { rows } = await client.query(
      'select (select count(*) from workspaces) + (select count(*) from users) + (select count(*) from audit_entries) as rows',
    );
    return Number(rows[0].rows);
  }, addressOf(database));

const wrong = `workspaces:
  - base_url: http://wrong.test
    nmae: Wrong
    lead_fields:
      - { alias: code, type: text, unique: true }
    users:
      - { email: ann@acme.test, name: Ann, role: Bosses }
    workflows:
      - name: First
        owner: nobody@acme.test
        steps:
          - name: save
            type: lead.upsert
            match: { emial: "{{ __data.email }}", source: x, code: "{{ __data.code }}" }
            fields: { nosuch: 1, firstname: "{{ __data.first|uper }}", code: x }
          - { name: next, type: workflow.start, workflow: Nowhere }
          - { name: later, type: workflow.start, workflow: Second }
          - { name: call, type: http.requst, url: https://partner.example }
          - name: answer
            type: respond
            status: 42
          - { name: cookie, type: respond, headers: { Set-Cookie: a }, body: "{{ steps.svae.output.id }}" }
      - name: Second
        owner: ann@acme.test
        steps:
          - { name: end, type: stop, as: done }
`;

test('all errors in a file are reported together by line and column, and nothing is changed (spec/provisioning §3.3)', async () => {
  const before = await countRows();
  const { code, stdout, stderr } = await apply(wrong);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(errorsIn(stderr)).toEqual([
    'line 3, column 5: workspaces[0].nmae: unknown key',
    'line 7, column 44: workspaces[0].users[0].role: There is no role "Bosses" in this workspace.',
    'line 10, column 9: workspaces[0].workflows[0].owner: There is no user nobody@acme.test in this workspace.',
    'line 14, column 22: workspaces[0].workflows[0].steps[0].match.emial: Unknown lead field "emial". Did you mean email?',
    `line 14, column 51: workspaces[0].workflows[0].steps[0].match.source: "source" isn't unique. Match by id or a unique field.`,
    'line 15, column 23: workspaces[0].workflows[0].steps[0].fields.nosuch: Unknown lead field "nosuch".',
    expect.stringMatching(
      /^line 15, column 34: workspaces\[0\]\.workflows\[0\]\.steps\[0\]\.fields\.firstname: template line 1, column 17: .*uper.* Did you mean upper\?$/,
    ),
    'line 16, column 49: workspaces[0].workflows[0].steps[1].workflow: There is no workflow "Nowhere" in this workspace.',
    'line 18, column 27: workspaces[0].workflows[0].steps[3].type: Unknown step type "http.requst". Did you mean http.request? Available: lead.create, lead.update, lead.upsert, lead.find, lead.search, lead.delete, set, branch, for_each, wait, respond, http.request, mail.send, notify, approve, workflow.start, workflow.call, return, stop.',
    'line 21, column 13: workspaces[0].workflows[0].steps[4].status: must be at least 200',
    expect.stringContaining('line 22, column 55: workspaces[0].workflows[0].steps[5].headers.Set-Cookie: '),
    'line 22, column 72: workspaces[0].workflows[0].steps[5].body: there is no step called svae',
    'line 26, column 38: workspaces[0].workflows[1].steps[0].as: must be succeeded or failed, not "done"',
  ]);
  expect(await countRows()).toBe(before);
});

test('a step that reads the result of an unknown step is reported together with a malformed step', async () => {
  const { stderr } = await apply(`workspaces:
  - base_url: http://wrong.test
    workflows:
      - name: First
        steps:
          - { name: a, type: nope }
          - { name: a, type: set, values: { x: "{{ steps.b.output }}" } }
`);
  expect(errorsIn(stderr)).toContain(
    'line 7, column 45: workspaces[0].workflows[0].steps[1].values.x: there is no step called b',
  );
  expect(errorsIn(stderr)).toContain(
    'line 7, column 15: workspaces[0].workflows[0].steps[1].name: another step is already called a',
  );
});

test('a name counts as known if it exists in the file or in the workspace', async () => {
  const steps = `
        steps:
          - { name: save, type: lead.upsert, match: { code: "{{ __data.code }}" }, fields: { lastname: x } }
          - { name: next, type: workflow.start, workflow: Second }`;
  const first = `workspaces:
  - base_url: http://right.test
    lead_fields: [{ alias: code, type: text, unique: true }]
    users: [{ email: ann@acme.test, name: Ann, role: Member }]
    workflows:
      - name: First
        owner: ann@acme.test${steps}
      - { name: Second, owner: ANN@acme.test, steps: [{ name: end, type: stop, as: succeeded }] }
`;
  expect(await apply(first)).toMatchObject({ code: 0, stderr: '' });
  const second = (more: string) => `workspaces:
  - base_url: http://right.test
    workflows:
      - name: Third
        owner: ann@acme.test${steps}
${more}`;
  expect(await apply(second(''))).toMatchObject({ code: 0, stderr: '' });
  const { code, stderr } = await apply(second('      - { name: Second, state: absent }\n'));
  expect(code).toBe(2);
  expect(errorsIn(stderr)).toEqual([
    'line 8, column 49: workspaces[0].workflows[0].steps[1].workflow: There is no workflow "Second" in this workspace.',
  ]);
});

test('items that the workspace rejects are reported together, by line and column', async () => {
  const { code, stderr } = await apply(`workspaces:
  - base_url: http://wrong.test
    lead_fields:
      - { alias: email, type: text }
      - { alias: fine, type: text }
      - { alias: other }
`);
  expect(code).toBe(2);
  expect(errorsIn(stderr)).toEqual([
    expect.stringMatching(/^line 4, column 9: workspaces\[0\]\.lead_fields\[0\]: "email" can't be an alias/),
    'line 6, column 9: workspaces[0].lead_fields[2]: A new field needs a type.',
  ]);
});
