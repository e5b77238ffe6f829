// Sends the same requests to oidc-provider and to our server. The responses may differ only as listed in
// corpus/differences.ts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveOAuthClient } from '../../../src/core/oauth/index.ts';
import { buildWorkspace, changing } from '../../harness/builders.ts';
import { buildPerson, TestApp, useOAuth } from '../../harness/oauth-stage.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { challenge, corpus } from './corpus/corpus.ts';
import { differences } from './corpus/differences.ts';
import { type SharedClient, type SharedClients, startForeignServer } from './corpus/foreign-server.ts';
import { play, type Side } from './corpus/play.ts';

const stage = useOAuth(useTestDatabase());
const redirectUri = 'https://app.example.test/cb';
let ours: Side;
let theirs: Side;
let foreign: Awaited<ReturnType<typeof startForeignServer>>;

beforeAll(async () => {
  const workspace = await buildWorkspace(stage.context());
  const person = await buildPerson(stage, workspace);
  const issue = async (name: string, confidential: boolean): Promise<SharedClient> => {
    const wanted = { name, scope: 'api', confidential, redirect_uris: [redirectUri] } as const;
    const { clientId: id, secret } = await changing(stage.context(), workspace.id, (change) =>
      saveOAuthClient(change, wanted),
    );
    return { id, secret, redirectUri };
  };
  const clients: SharedClients = {
    public: await issue('Public', false),
    another: await issue('Another', false),
    basic: await issue('Basic', true),
    post: await issue('Post', true),
  };
  foreign = await startForeignServer(clients);
  theirs = { ...foreign, clients, host: `127.0.0.1:${foreign.port}` };
  ours = {
    port: stage.port(),
    host: workspace.host,
    clients,
    async code({ id }) {
      const app = new TestApp(stage, workspace, { id, redirectUri, scope: 'api' });
      const { code = '' } = await app.decide(person, 'approve', { code_challenge: challenge });
      return code;
    },
  };
});
afterAll(() => foreign.close());

const batchSize = 8;
async function outcomes(): Promise<{ name: string; our: string; their: string }[]> {
  // Request one code up front, so the user is already signed in for all other requests.
  await ours.code(ours.clients.public);
  const found: { name: string; our: string; their: string }[] = [];
  for (let from = 0; from < corpus.length; from += batchSize) {
    const batch = corpus.slice(from, from + batchSize).map(async (one) => {
      const [our, their] = await Promise.all([play(ours, one), play(theirs, one)]);
      return { name: one.name, our, their };
    });
    found.push(...(await Promise.all(batch)));
  }
  return found;
}

test('the corpus has at least 500 requests with unique names', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(500);
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
});

test('both servers send the same responses, except for the listed differences', async () => {
  const unlisted: string[] = [];
  const occurred = new Set<RegExp>();
  for (const { name, our, their } of await outcomes()) {
    const listed = differences.filter(({ on }) => on.test(name));
    const [difference] = listed;
    const expected = difference ? `${difference.ours} | ${difference.theirs}` : 'the same';
    const found = our === their ? 'the same' : `${our} | ${their}`;
    if (listed.length > 1 || expected !== found) unlisted.push(`${name}: ${found}, listed: ${expected}`);
    if (difference) occurred.add(difference.on);
  }
  expect(unlisted).toEqual([]);
  expect(differences.filter(({ on }) => !occurred.has(on))).toEqual([]);
});
