// Tests this server with the official MCP tools: the conformance suite for authorization servers, and the client.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { saveOAuthClient } from '../../../src/core/oauth/index.ts';
import { freePort } from '../../../src/lib/process/free-port.ts';
import { readResult, revisions } from '../../harness/agents.ts';
import { changing } from '../../harness/builders.ts';
import { useHttpsWorkspace } from '../../harness/https-workspace.ts';
import { useOAuth } from '../../harness/oauth-stage.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const stage = useOAuth(useTestDatabase());
const judged = useHttpsWorkspace(stage);
const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

/** Creates a public OAuth client for agents, with one redirect URI. */
async function issue(redirectUri: string): Promise<string> {
  const wanted = { name: `Agent ${Math.random()}`, scope: 'mcp', redirect_uris: [redirectUri] } as const;
  const { clientId } = await changing(stage.context(), judged.workspace().id, (change) =>
    saveOAuthClient(change, wanted),
  );
  return clientId;
}

/** Calls `go` when the suite prints the URL that a user should open. */
function whenUserNeeded({ stdout }: ChildProcess, go: (address: URL) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    stdout?.on('data', (chunk) => {
      const before = output;
      output += chunk;
      const pattern = /^(https:\/\/\S+\/oauth2\/authorize\?\S+)\n/m;
      const [, address] = pattern.exec(output) ?? [];
      if (address !== undefined && !pattern.test(before)) go(new URL(address)).then(resolve, reject);
    });
    stdout?.on('end', () => reject(new Error(`the suite never asked for a user:\n${output}`)));
  });
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Runs the suite as a child process. @returns its checks */
async function runSuite(revision: string): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hark-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [certificate, results] = [join(folder, 'certificate.pem'), join(folder, 'results')];
  writeFileSync(certificate, judged.certificate.cert);
  const port = await freePort();
  const clientId = await issue(`http://127.0.0.1:${port}/callback`);
  const { baseUrl } = judged.workspace();
  const app = ['--client-id', clientId, '--resource', `${baseUrl}/mcp`, '-p', String(port)];
  const run = ['authorization', '--url', baseUrl, '--spec-version', revision, '-o', results];
  const child = spawn(process.execPath, [suite, ...run, ...app], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  });
  const ended = new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  await whenUserNeeded(child, async (address) => {
    await (await fetch(await judged.approve(address))).text();
  });
  await ended;
  return readdirSync(results).flatMap(
    (name) => JSON.parse(readFileSync(join(results, name, 'checks.json'), 'utf8')) as Check[],
  );
}

describe.each(revisions)('with protocol revision %s, the server', (revision, mode) => {
  test('passes the complete conformance suite for authorization servers', async () => {
    const checks = await runSuite(revision);
    expect(checks.map(({ id, status, errorMessage = '' }) => [id, status, errorMessage]).sort()).toEqual([
      ['authorization-code-grant', 'SUCCESS', ''],
      ['authorization-server-metadata', 'SUCCESS', ''],
      ['authorization-server-metadata-cimd', 'SUCCESS', ''],
    ]);
  });

  test('the official client discovers the server, gets a token through the full flow, and calls tools', async () => {
    const agent = await buildOfficialAgent();
    const url = new URL(`${judged.workspace().baseUrl}/mcp`);
    const first = new StreamableHTTPClientTransport(url, { authProvider: agent.provider });
    const newClient = () => new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode } });
    await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError);
    const back = await judged.approve(agent.authorizationUrl());
    await first.finishAuth(back.searchParams);
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: agent.provider }));
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_leads');
    const lead = { first_name: 'Lea', email: `${revision}@example.test` };
    const created = readResult(await client.callTool({ name: 'create_lead', arguments: lead }));
    expect(created).toMatchObject({ isError: false, data: { lead } });
    const found = readResult(await client.callTool({ name: 'search_leads', arguments: { words: revision } }));
    expect(found.data.leads).toMatchObject([{ id: created.data.lead.id }]);
    // An hour later the client refreshes its token without user interaction.
    const before = agent.accessToken();
    await stage.time.move(3_601_000);
    expect((await client.listTools()).tools.length).toBe(tools.length);
    expect(agent.accessToken()).not.toBe(before);
  });
});

/** Builds an agent that uses the official client, with a store that keeps only what the client saves. */
async function buildOfficialAgent() {
  const redirectUrl = 'http://127.0.0.1:51234/callback';
  const client_id = await issue(redirectUrl);
  const kept: {
    tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
    discovered?: OAuthDiscoveryState;
    verifier: string;
    authorizationUrl?: URL;
  } = { verifier: '' };
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl], client_name: 'Agent' },
    clientInformation: () => ({ client_id, issuer: judged.workspace().baseUrl }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (address) => {
      kept.authorizationUrl = address;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state) => {
      kept.discovered = state;
    },
    discoveryState: () => kept.discovered,
  };
  return {
    provider,
    authorizationUrl: () => kept.authorizationUrl ?? new URL('about:blank'),
    accessToken: () => kept.tokens?.access_token,
  };
}
