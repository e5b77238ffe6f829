// Sensitive operations of the console: which ones they are, and what a session without a recent confirmation can't do
// (spec/sign-in §3.1, §3.2).
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../../../src/http/console/operation.ts';
import { consoleOperations } from '../../../src/http/console/operations.ts';
import { credentialMarks } from '../../../src/lib/credential.ts';
import { buildWorkspace } from '../../harness/builders.ts';
import { useConsoleData } from '../../harness/console/console-data.ts';
import { password } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

type Json = z.core.JSONSchema.BaseSchema;

/** The schemas of an operation, with the marks of their fields. */
const schemasOf = ({ params, query, body, answer }: Operation): Json[] =>
  [params, query, body, answer].flatMap((schema) => {
    const io = schema === answer ? 'output' : 'input';
    return schema ? [z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: credentialMarks })] : [];
  });

/** Every part of a schema, itself included. */
function* partsOf(schema: unknown): Generator<Record<string, unknown>> {
  if (typeof schema !== 'object' || schema === null) return;
  yield schema as Record<string, unknown>;
  for (const part of Object.values(schema)) yield* partsOf(part);
}

const partsOfAll = (operation: Operation) => schemasOf(operation).flatMap((schema) => [...partsOf(schema)]);
const operations = consoleOperations({} as never);
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

describe('the operations of the console (spec/sign-in §3.2)', () => {
  test('are sensitive if they return or accept a credential', () => {
    const handlesCredential = (operation: Operation) =>
      partsOfAll(operation).some(({ isCredential }) => isCredential === true);
    const found = operations.filter(handlesCredential);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ isSensitive }) => !isSensitive).map(nameOf)).toEqual([]);
  });

  test('state for each field that is called like a credential whether it is one', () => {
    const looksLikeOne = /(^|_)(secrets?|token|password|api_key)$|_key$/;
    /** Objects and numbers prove nothing, but their own fields may. */
    const isText = (schema: unknown): boolean =>
      [...partsOf(schema)].some(({ type }) => type === 'string') &&
      ![...partsOf(schema)].some(({ properties }) => properties);
    const isDecided = (schema: unknown) =>
      [...partsOf(schema)].some(({ isCredential }) => isCredential !== undefined);
    const undecided = operations.flatMap((operation) =>
      partsOfAll(operation)
        .flatMap(({ properties }) => Object.entries(properties ?? {}))
        .filter(([name, schema]) => looksLikeOne.test(name) && isText(schema) && !isDecided(schema))
        .map(([name]) => `${nameOf(operation)}: ${name}`),
    );
    expect(undecided).toEqual([]);
  });
});

describe('a session that was confirmed an hour ago (spec/sign-in §3.1)', () => {
  const database = useTestDatabase();
  const signIn = useConsoleData(database);
  const limits = { expires_at: null, allowed_addresses: [] };
  const refused = { status: 403, body: { code: 'confirmation_required' } };

  /** A user with an API key that is limited to one address, and an API client. */
  async function buildPerson() {
    const { ask } = await signIn(await buildWorkspace(database.current.context));
    const { api_key, proposal } = (await ask('POST /api-settings/proposed-key')).body;
    await ask('PUT /api-settings/key', { proposal });
    await ask('PUT /api-settings/key-addresses', { allowed_addresses: ['203.0.113.7'] });
    await ask('POST /api-settings/clients', { name: 'Billing', scope: 'mcp', ...limits });
    const settings = async () => (await ask('GET /api-settings')).body;
    const [client] = (await settings()).clients;
    await signIn.time.move(3_600_000);
    return { ask, apiKey: api_key as string, client: client.id as number, settings };
  }

  test('gets no API key and no new token, and changes no credential', async () => {
    const { ask, apiKey, client, settings } = await buildPerson();
    const before = await settings();
    expect(JSON.stringify(before)).not.toContain(apiKey);
    for (const operation of ['GET /api-settings/key', 'POST /api-settings/proposed-key'])
      expect(await ask(operation), operation).toMatchObject(refused);
    const path = `/api-settings/clients/${client}`;
    for (const [operation, body] of [
      ['PUT /api-settings/key-addresses', { allowed_addresses: [] }],
      [`POST ${path}/rotate`, { overlap_hours: 24, expires_at: null }],
      [`PATCH ${path}`, { active: false }],
      [`PATCH ${path}`, { allowed_addresses: ['198.51.100.1'] }],
      ['POST /api-settings/clients', { name: 'Other', scope: 'api', ...limits }],
    ] as const)
      expect(await ask(operation, body), operation).toMatchObject(refused);
    expect(await settings()).toEqual(before);
  });

  test('gets the API key after a confirmation', async () => {
    const { ask, apiKey } = await buildPerson();
    await ask('POST /account/confirmation', { password });
    expect(await ask('GET /api-settings/key')).toMatchObject({ status: 200, body: { api_key: apiKey } });
  });

  test('sees the last four characters of the API key, to recognize it', async () => {
    const { apiKey, settings } = await buildPerson();
    expect((await settings()).api_key_ends_with).toBe(apiKey.slice(-4));
  });
});
