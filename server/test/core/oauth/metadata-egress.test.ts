// Fetches metadata documents as in production, starting with the authorization request. Even if an attacker
// chooses the client_id and controls its DNS, this server connects only to the public internet.
import { describe, expect, test } from 'vitest';
import { createDocumentFetch } from '../../../src/app/document-fetch.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { buildWorkspace } from '../../harness/builders.ts';
import { TestApp, useOAuth } from '../../harness/oauth-stage.ts';
import { isFullRun } from '../../harness/seeded-random.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { literalHosts, privateAddresses } from '../../lib/egress/addresses.ts';
import { watchDialling } from '../../lib/egress/dialled.ts';

const database = useTestDatabase();
const stage = useOAuth(database);
const dialled = watchDialling();
const redirectUri = 'http://localhost:51234/callback';

/** Returns the addresses that this process connected to, except for the test's own requests. */
const reached = () => dialled.filter((address) => address !== '127.0.0.1');

/** Requests authorization as the app at `url`, with a resolver that returns each of `answers` in turn. */
async function ask(url: string, ...answers: string[][]) {
  const resolved: string[] = [];
  stage.outside.fetch = createDocumentFetch({
    resolve: async (name) => {
      resolved.push(name);
      return answers.shift() ?? [];
    },
  });
  workspace ??= await buildWorkspace(stage.context());
  const app = new TestApp(stage, workspace, { id: url, redirectUri, scope: 'mcp' });
  const answer = await app.ask();
  return { resolved, outcome: [answer.status, answer.json?.error, answer.headers.location] };
}
let workspace: Workspace | undefined;
const refused = [400, 'invalid_client', undefined];

describe('the authorize endpoint rejects, without connecting,', () => {
  // All of them are tested with the egress itself.
  const someAddresses = privateAddresses.filter((_, index) => isFullRun || index % 10 === 0);
  test.each(someAddresses)('a host that resolves to %j', async (address) => {
    for (const found of [[address], ['8.8.8.8', address]]) {
      const { resolved, outcome } = await ask('https://app.example/client.json', found);
      expect([resolved, outcome]).toEqual([['app.example'], refused]);
    }
    expect(reached()).toEqual([]);
  });

  test.each(literalHosts)('the host %s, without a DNS query', async (host) => {
    const { resolved, outcome } = await ask(`https://${host}/client.json`, ['8.8.8.8']);
    expect([resolved, outcome]).toEqual([[], refused]);
    expect(reached()).toEqual([]);
  });

  test.each([
    ...[
      'https://app.example:22/c',
      'https://app.example:5432/c',
      'https://app.example:6379/c',
      'https://app.example:9070/c',
    ],
    ...[
      'https://user@app.example/c',
      'https://app.example',
      'https://app.example/',
      'https://app.example/c#x',
    ],
    ...[
      'https://app.example/a/../c',
      'https://app.example/%2e%2e/c',
      'https://app.example/c\\x',
      'HTTPS://app.example/c',
    ],
  ])('the URL %s', async (url) => {
    const { resolved, outcome } = await ask(url, ['8.8.8.8']);
    expect([resolved, outcome]).toEqual([[], refused]);
    expect(reached()).toEqual([]);
  });
});

test('a host whose DNS result changes is resolved once, and the connection goes to the address that was checked', async () => {
  const { resolved, outcome } = await ask(
    'https://app.example/client.json',
    ['93.184.215.14'],
    ['127.0.0.1'],
  );
  expect([resolved, outcome]).toEqual([['app.example'], refused]);
  expect(reached()).toEqual(['93.184.215.14']);
});

test('rejected requests leave no client record behind', async () => {
  const rows = await database.current.query('select from oauth_clients');
  expect(rows).toEqual([]);
});
