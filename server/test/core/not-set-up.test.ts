// Commands in a wrong folder or with a wrong DATABASE_URL say where they looked (spec/provisioning §1.5).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  checkInstallation,
  examineOwnerServer,
  findInstallation,
  openInstallation,
  prepareInstallation,
} from '../../src/core/installation/index.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { messageOf } from '../../src/lib/errors.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { addressOf, asAdministrator, dropDatabase, silent, testKey } from '../harness/scratch-database.ts';

const name = `hark_not_set_up_${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'hark-not-set-up-'));
afterEach(async () => {
  await dropDatabase(name, { roles: true });
  rmSync(folder, { recursive: true, force: true });
});

const password = 'hush';
const settings = (url: string, { hasKey = true } = {}) => {
  const ownerUrl = new URL(url);
  ownerUrl.password = password;
  return {
    ownerUrl: new Secret(ownerUrl.href),
    dataDir: folder,
    roleUrls: {},
    poolerUrl: undefined,
    secretKey: hasKey ? testKey : undefined,
    previousKey: undefined,
  };
};
const server = () => new URL(addressOf(name).reveal()).host;
const question =
  'Is DATABASE_URL right? `hark up` prints the settings that another terminal needs; only a new or restored installation needs `hark migrate`.';

/** Returns why a command can't use the installation. */
async function reasonFor(url = addressOf(name).reveal()): Promise<string> {
  const installation = findInstallation(settings(url));
  const db = openInstallation(installation, { applicationName: 'test', poolSize: 1, logger: silent });
  const error = await checkInstallation(db, installation).catch((reason: unknown) => reason);
  await db.close();
  expect(messageOf(error)).not.toContain(password);
  return messageOf(error);
}

test('a missing key is reported with the folder, the database and the settings to check', () => {
  expect(() => findInstallation(settings(addressOf(name).reveal(), { hasKey: false }))).toThrow(
    `There is no installation key in ${folder} for the database "${name}" at ${server()}. Set HARK_DATA_DIR and DATABASE_URL as \`hark up\` prints them`,
  );
});

test('a database that is missing, or in which Hark was never set up, leads to DATABASE_URL before `hark migrate`', async () => {
  const rejected = `PostgreSQL rejects the login to the database "${name}" at ${server()}: `;
  expect(await reasonFor()).toMatch(rejected);
  await asAdministrator((client) => client.query(`create database ${name}`));
  const reason = await reasonFor();
  expect(reason).toMatch(rejected);
  expect(reason.endsWith(` ${question}`), reason).toBe(true);
});

test("an empty database that once had Hark's roles leads to DATABASE_URL before `hark migrate`", async () => {
  await prepareInstallation(settings(addressOf(name).reveal()), silent, { makeKey: false });
  await dropDatabase(name);
  await asAdministrator((client) => client.query(`create database ${name}`));
  expect(await reasonFor()).toBe(
    `The database "${name}" at ${server()} doesn't contain Hark's tables. ${question}`,
  );
});

test('a server that does not respond is named', async () => {
  const port = await freePort();
  expect(await reasonFor(`postgres://postgres@127.0.0.1:${port}/hark`)).toContain(
    `PostgreSQL at 127.0.0.1:${port} doesn't respond (connect ECONNREFUSED 127.0.0.1:${port}). Start it, or set DATABASE_URL`,
  );
});

test('the key of an existing database is searched for in the folder that the message names', async () => {
  await prepareInstallation(settings(addressOf(name).reveal()), silent, { makeKey: false });
  await expect(
    prepareInstallation(settings(addressOf(name).reveal(), { hasKey: false }), silent, { makeKey: true }),
  ).rejects.toThrow(
    `The database "${name}" at ${server()} was set up with an installation key, which isn't in ${folder}.`,
  );
});

test('the doctor checks the server before there is a key', async () => {
  const { ownerUrl } = settings(addressOf(name).reveal());
  const database = `database "${name}" at ${server()}`;
  expect(await examineOwnerServer(ownerUrl)).toBe(
    `PostgreSQL responds. There is no ${database} yet; \`hark up\` creates it`,
  );
  await asAdministrator((client) => client.query(`create database ${name}`));
  expect(await examineOwnerServer(ownerUrl)).toBe(`PostgreSQL responds, and Hark can use the ${database}`);
  await asAdministrator((client) => client.query('create table orders (id int)'), addressOf(name));
  await expect(examineOwnerServer(ownerUrl)).rejects.toThrow(`"${name}" is used by another program`);
  const port = await freePort();
  await expect(examineOwnerServer(new Secret(`postgres://postgres@127.0.0.1:${port}/hark`))).rejects.toThrow(
    `PostgreSQL at 127.0.0.1:${port} doesn't respond (connect ECONNREFUSED 127.0.0.1:${port}). Start it, or set DATABASE_URL`,
  );
});
