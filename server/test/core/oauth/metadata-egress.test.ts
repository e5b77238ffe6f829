// The way to metadata documents as the product wires it, from the authorization request on: a stranger who writes a client_id, and runs the
// name server for it, gets this server to connect to nothing but the public internet.
import { describe, expect, test } from 'vitest';
import { createDocumentFetch } from '../../../src/app/document-fetch.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { buildWorkspace } from '../../harness/builders.ts';
import { TestApp, useOAuth } from '../../harness/oauth-stage.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { literalHosts, privateAddresses } from '../../lib/egress/addresses.ts';
import { watchDialling } from '../../lib/egress/dialled.ts';

const database = useTestDatabase();
const stage = useOAuth(database);
const dialled = watchDialling();
const redirectUri = 'http://localhost:51234/callback';

/** Whom this process connected to, but for the requests of the test itself. */
const reached = () => dialled.filter((address) => address !== '127.0.0.1');

/** Asks for access as the app at `url`, with a name server that gives `answers` one after the other. */
async function ask(url: string, ...answers: string[][]) {
  const asked: string[] = [];
  stage.outside.fetch = createDocumentFetch({
    resolve: async (name) => {
      asked.push(name);
      return answers.shift() ?? [];
    },
  });
  workspace ??= await buildWorkspace(stage.context());
  const app = new TestApp(stage, workspace, { id: url, redirectUri, scope: 'mcp' });
  const answer = await app.ask();
  return { asked, told: [answer.status, answer.json?.error, answer.headers.location] };
}
let workspace: Workspace | undefined;
const refused = [400, 'invalid_client', undefined];

test('the table has more than 41 special-use addresses', () => {
  expect(new Set(privateAddresses).size).toBeGreaterThan(41);
});

describe('refused at authorize, without a connection', () => {
  test.each(privateAddresses)('a host with the address %j', async (address) => {
    for (const found of [[address], ['8.8.8.8', address]]) {
      const { asked, told } = await ask('https://app.example/client.json', found);
      expect([asked, told]).toEqual([['app.example'], refused]);
    }
    expect(reached()).toEqual([]);
  });

  test.each(literalHosts)('the host %s, without asking a name server', async (host) => {
    const { asked, told } = await ask(`https://${host}/client.json`, ['8.8.8.8']);
    expect([asked, told]).toEqual([[], refused]);
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
  ])('the address %s', async (url) => {
    const { asked, told } = await ask(url, ['8.8.8.8']);
    expect([asked, told]).toEqual([[], refused]);
    expect(reached()).toEqual([]);
  });
});

test('a name server that changes its answer is asked once: what was checked is what is connected to', async () => {
  const { asked, told } = await ask('https://app.example/client.json', ['93.184.215.14'], ['127.0.0.1']);
  expect([asked, told]).toEqual([['app.example'], refused]);
  expect(reached()).toEqual(['93.184.215.14']);
});

test('nothing of it is left behind', async () => {
  const { rows } = await database.current.asAdministrator((client) =>
    client.query('select from oauth_clients'),
  );
  expect(rows).toEqual([]);
});
