// Tests how stored values change with a new key (docs/design/installation-key.md).
// server/test/faults/key-drill.test.ts tests the whole rotation under load.
import { describe, expect, test } from 'vitest';
import { sealedColumns } from '../../src/core/encryption/index.ts';
import { countOthers, resealAll } from '../../src/core/key-rotation/reseal.ts';
import { makeCheckValue, recogniseKey } from '../../src/db/installation-keys.ts';
import { openOwner } from '../../src/db/owner-database.ts';
import { open, seal } from '../../src/lib/crypto/installation-key.ts';
import { KeyRing } from '../../src/lib/crypto/key-ring.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { buildWorkspace, furnish } from '../harness/builders.ts';
import { silent, testKey } from '../harness/scratch-database.ts';
import { type TestDatabase, useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const next = new Secret('the-next-installation-key-0123456789-0123');
const third = new Secret('an-unrelated-installation-key-0123456789');
const before = { number: 1, secret: testKey };
const after = { number: 2, secret: next, other: testKey };
const [first, second] = [makeCheckValue(before), makeCheckValue({ number: 2, secret: next })];

describe('the choice of the installation key', () => {
  test.each([
    ['the old key alone', { secretKey: testKey }, [first], 1],
    ['both keys, before the change', { secretKey: next, previousKey: testKey }, [first], 1],
    ['both keys, during the change', { secretKey: next, previousKey: testKey }, [first, second], 2],
    ['both keys, after the change', { secretKey: next, previousKey: testKey }, [second], 2],
    ['the new key alone, after the change', { secretKey: next }, [second], 2],
  ])('is correct with %s', (_name, given, values, number) => {
    expect(recogniseKey(given, values).number).toBe(number);
  });

  test.each([
    ['the old key alone, during the change', { secretKey: testKey }, [first, second], 'rekey_unfinished'],
    ['the new key alone, during the change', { secretKey: next }, [first, second], 'rekey_unfinished'],
    ['the old key alone, after the change', { secretKey: testKey }, [second], 'wrong_installation_key'],
    ['the new key alone, before the change', { secretKey: next }, [first], 'wrong_installation_key'],
    [
      'a pair of keys without the current one',
      { secretKey: next, previousKey: third },
      [first],
      'wrong_installation_key',
    ],
  ])('rejects %s', (_name, given, values, code) => {
    expect(() => recogniseKey(given, values)).toThrow(expect.objectContaining({ code }));
  });
});

test("a process with both keys reads values encrypted with either, even before it knows the new key's number", () => {
  const early = new KeyRing({ number: 1, secret: testKey, other: next });
  const late = new KeyRing(after);
  for (const [writer, reader] of [
    [early, late],
    [late, early],
    [early, early],
    [late, late],
  ] as const)
    expect(open(reader, 'any', seal(writer, 'any', 'value'))).toBe('value');
  expect(() => open(early, 'any', seal({ number: 3, secret: third }, 'any', 'value'))).toThrow();
  early.adopt(after);
  expect(seal(early, 'any', 'value')).toMatch(/^2\./);
});

/** Creates a workspace with a value in every encrypted column, and runs from several weeks and therefore several partitions. */
async function fill(current: TestDatabase): Promise<void> {
  const workspace = await buildWorkspace(current.context);
  await furnish(current.context, workspace);
  await current.asAdministrator(async (client) => {
    const sealed = (purpose: string, value: string) => seal(before, purpose, value);
    await client.query(
      `update listeners set sealed_endpoint_key = $2, sealed_endpoint_secret = $3, sealed_signature_secrets = $4
       where workspace_id = $1`,
      [
        workspace.id,
        sealed('listener-setting', 'key'),
        sealed('listener-setting', 'secret'),
        sealed('listener-setting', '["signature secret"]'),
      ],
    );
    await client.query(`set role ${current.addresses.roleNames.owner}`);
    await client.query("select make_run_week('2026-01-05')");
    await client.query('reset role');
    for (let count = 0; count < 120; count++) {
      const id = `019b${count.toString(16).padStart(4, '0')}-0000-7000-8000-000000000000`;
      await client.query(
        `insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, is_awaited, input, answer)
         values ($1, $2, 1, 1, 'succeeded', now(), false, '{}', $3)`,
        [workspace.id, id, sealed('run-answer', `answer ${count}`)],
      );
      await client.query(
        `insert into run_steps (workspace_id, run_id, path, position, name, type, status, started_at, sealed_output)
         values ($1, $2, 'a', 0, 'a', 'set', 'succeeded', now(), $3)`,
        [workspace.id, id, sealed('run-step', `output ${count}`)],
      );
    }
  });
}

const valuesOf = (current: TestDatabase, key: typeof before) =>
  current.asAdministrator(async (client) => {
    const values: string[] = [];
    for (const { table, column, purpose } of sealedColumns) {
      const { rows } = await client.query(
        `select ${column} as value from ${table} where ${column} is not null`,
      );
      values.push(...rows.map(({ value }) => `${table}.${column} ${open(key, purpose, value)}`));
    }
    return values.sort();
  });

test('rekeying encrypts everything again, interrupted or not, and the new key alone can decrypt it', async () => {
  const { current } = database;
  await fill(current);
  const plain = await valuesOf(current, before);
  for (const { table, column } of sealedColumns)
    expect(
      plain.some((value) => value.startsWith(`${table}.${column} `)),
      column,
    ).toBe(true);
  const owner = openOwner(current.addresses, silent);
  const interrupted = resealAll(owner, after, (column) => {
    if (column === 'run_steps.sealed_output') throw new Error('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  expect(await countOthers(owner, 2)).toHaveProperty(['runs.answer'], 120);
  // Halfway through, a process with both keys can read everything.
  expect(await valuesOf(current, after)).toEqual(plain);
  await resealAll(owner, after, () => {});
  expect(await countOthers(owner, 2)).toEqual({});
  expect(await resealAll(owner, after, () => {})).toBe(0);
  expect(await valuesOf(current, { number: 2, secret: next })).toEqual(plain);
  await owner.close();
});
