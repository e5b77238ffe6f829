// Runs the Python client against the whole product. Needs python3.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

let hark: WholeHark;
let env: Record<string, string>;
const administrator = 'ann@acme.test';

beforeAll(async () => {
  hark = await startWholeHark(`hark_python_${process.pid}`);
  const workspace = {
    base_url: hark.url,
    users: [
      { email: administrator, name: 'Ann', role: 'Administrator' },
      { email: 'sam@acme.test', name: 'Sam', role: 'Administrator', api_key: 'k'.repeat(40) },
    ],
    api_clients: [{ user: administrator, name: 'Python', scope: 'api' }],
  };
  const file = join(hark.env.HARK_DATA_DIR ?? '', 'workspace.json');
  writeFileSync(file, JSON.stringify({ workspaces: [workspace] }));
  const { code, stdout, stderr } = await hark.command('apply', '-f', file, '--json');
  if (code !== 0) throw new Error(stderr);
  const [applied] = JSON.parse(stdout).workspaces;
  env = { HARK_URL: hark.url, HARK_TOKEN: applied.api_clients[0].token, HARK_API_KEY: 'k'.repeat(40) };
});
afterAll(() => hark?.remove(), 60_000);

const run = promisify(execFile);
/** Runs a program with the client, and returns what it prints. */
async function python(program: string, more: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run('python3', ['-c', program], {
    env: {
      PATH: process.env.PATH,
      PYTHONPATH: 'client/python',
      PYTHONDONTWRITEBYTECODE: '1',
      ...env,
      ...more,
    },
    timeout: 60_000,
  });
  return stdout;
}

const start = `import json, os
from hark_client import Hark, HarkError
hark = Hark(os.environ["HARK_URL"], api_key=os.environ["HARK_API_KEY"], timeout=float(os.environ.get("SECONDS", "30")))
`;

test('the program in docs/python.md prints what the page says', async () => {
  const [program = '', printed = ''] = [
    ...readFileSync('docs/python.md', 'utf8').matchAll(/^```(?:py|text)\n(.*?)^```/gms),
  ].map(([, text]) => text);
  expect(await python(program)).toBe(printed);
});

test('a client creates, reads, changes and deletes with an API key, and repeats a write safely', async () => {
  const printed = await python(`${start}
role = hark.post_roles_new({"name": "Größe", "permissions": {"leads.view": "own"}})["role"]
again = [hark.post_leads_new({"last_name": "Twice"}, idempotency_key="one")["lead"]["id"] for _ in range(2)]
hark.patch_roles_id(role["id"], {"name": "A/B"})
field = hark.post_lead_fields_new({"alias": "shoe_size", "type": "integer"})["lead_field"]
names = [one["name"] for one in hark.walk(hark.get_roles, limit=1, fields="name")]
found = hark.post_leads_search({"filters": [{"alias": "last_name", "operator": "eq", "value": "Twice"}]})
gone = hark.delete_roles_id(role["id"])
print(json.dumps([again[0] == again[1], "A/B" in names, found["total"], gone, hark.get_lead_fields_alias("shoe_size")["lead_field"]["type"]]))
`);
  expect(JSON.parse(printed)).toEqual([true, true, '1', null, 'integer']);
});

test('errors have the status, code and field of the response', async () => {
  const printed = await python(`${start}
def error(call):
    try:
        call()
    except HarkError as caught:
        return [caught.status, caught.code, caught.field, str(caught), caught.request_id is not None]
print(json.dumps([
    error(lambda: hark.get_leads_id(999)),
    error(lambda: hark.get_leads(after="x")),
    error(lambda: hark.post_users_new({"name": "No email"})),
    error(lambda: hark.get_lead_fields_alias("../users/self")),
    error(lambda: Hark(os.environ["HARK_URL"], token="wrong").get_users_self()),
]))
`);
  expect(JSON.parse(printed)).toEqual([
    [404, 'not_found', null, 'Item was not found.', true],
    [400, 'invalid_value', 'after', 'after: is not a cursor of this list.', true],
    [400, 'required', 'email', expect.stringContaining('email'), true],
    [404, 'unknown_route', null, expect.any(String), true],
    [401, 'invalid_token', null, expect.any(String), true],
  ]);
});

test('the client checks its options, names its version, times out, and sends no credential to where it is redirected', async () => {
  const paths: string[] = [];
  const agents = new Set<string | undefined>();
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    agents.add(request.headers['user-agent']);
    if (request.url === '/api/users/self') response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const printed = await python(
    `${start}
def caught(call):
    try:
        call()
    except (HarkError, OSError, ValueError) as error:
        return ["OSError" if isinstance(error, OSError) else type(error).__name__, getattr(error, "status", None)]
print(json.dumps([
    caught(hark.get_users_self),
    caught(hark.get_roles),
    caught(lambda: Hark("https://a.test/path", token="t")),
    caught(lambda: Hark("https://a.test")),
]))
`,
    { HARK_URL: `http://127.0.0.1:${port}`, SECONDS: '0.2' },
  ).finally(() => {
    server.closeAllConnections();
    server.close();
  });
  expect(JSON.parse(printed)).toEqual([
    ['HarkError', 307],
    ['OSError', null],
    ['ValueError', null],
    ['ValueError', null],
  ]);
  expect(paths).toEqual(['/api/users/self', '/api/roles']);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect([...agents]).toEqual([`hark-python/${version}`]);
});
