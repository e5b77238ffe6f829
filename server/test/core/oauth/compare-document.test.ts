// Compares an app's current metadata document with the last approved one.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { compareDocument, MetadataDocuments } from '../../../src/core/oauth/index.ts';
import type { OAuthClientId, UserId, WorkspaceId } from '../../../src/lib/ids.ts';

const url = 'https://app.example.test/client.json';
const workspace = {
  id: 1 as WorkspaceId,
  name: 'W',
  baseUrl: 'http://w.test',
  host: 'w.test',
  listenerHost: null,
  isSuspended: false,
};
const admin = { workspace, user: { id: 1 as UserId, name: 'Ann', email: 'ann@w.test' } };
const noLimit = { take: async () => ({ isAllowed: true, remaining: 1, retryAfterMs: 0 }) };
const now = new Date('2026-01-01T00:00:00Z');

const approved = { name: 'Before', redirectUris: ['https://a.example.test/cb', 'https://b.example.test/cb'] };
const client = {
  ...approved,
  id: 1 as OAuthClientId,
  clientId: url,
  source: 'metadata_document',
  scope: 'mcp',
  secretHash: null,
  metadataHash: createHash('sha256')
    .update(JSON.stringify([approved.name, approved.redirectUris]))
    .digest(),
  active: true,
} as const;

const compareWith = (client_name: string, redirect_uris: readonly string[]) => {
  const body = Buffer.from(JSON.stringify({ client_id: url, client_name, redirect_uris }));
  const headers = { 'content-type': 'application/json' };
  const fetch = async () => ({ status: 200, headers, body });
  return compareDocument(new MetadataDocuments(fetch, noLimit, { now: () => now }), admin, client);
};

test('an unchanged document has no differences', async () => {
  expect(await compareWith(approved.name, approved.redirectUris)).toMatchObject({
    fetchedAt: now,
    isApproved: true,
    isChanged: false,
    name: null,
    addedUris: [],
    removedUris: [],
  });
});

test('lists a changed name and added and removed URIs', async () => {
  const found = await compareWith('After', ['https://a.example.test/cb', 'https://evil.example.test/cb']);
  expect(found).toMatchObject({
    isChanged: true,
    name: 'After',
    addedUris: ['https://evil.example.test/cb'],
    removedUris: ['https://b.example.test/cb'],
  });
  expect(found.checks.every(({ isPassed }) => isPassed)).toBe(true);
});
