import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { type RunningHark, runHark, startHark, untilWhole } from './hark-process.ts';
import {
  addressOf,
  asAdministrator,
  copyTemplateWithRoles,
  dropDatabase,
  testKey,
} from './scratch-database.ts';

/** A workflow as in the file for `hark apply`. */
export interface GivenWorkflow {
  readonly name: string;
  readonly steps: readonly unknown[];
  readonly listener?: Record<string, unknown>;
}

/** What tests use of an installation that they neither stop nor configure. */
export interface InstallationOfTest {
  readonly url: string;
  readonly env: Record<string, string>;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  command(...args: string[]): ReturnType<typeof runHark>;
}

/** A `hark up` on a separate database, and operations on it. */
export interface WholeHark extends RunningHark, InstallationOfTest {
  /** Applies the description of a workspace. @returns the URLs of its listeners by workflow name */
  apply(workspace: {
    host?: '127.0.0.1' | 'localhost';
    settings?: object;
    workflows: readonly GivenWorkflow[];
  }): Promise<Record<string, string>>;
}

/**
 * Starts `hark up` and waits until everything is ready, on a copy of the template database if there is one. If `env`
 * contains a DATABASE_URL, the test has to stop that database server itself.
 */
export async function startWholeHark(database: string, env: Record<string, string> = {}): Promise<WholeHark> {
  const given = env.DATABASE_URL;
  const owner = given === undefined ? addressOf(database) : new Secret(given);
  const isCopy = given === undefined && process.env.TEMPLATE_DATABASE !== undefined;
  if (isCopy) await copyTemplateWithRoles(database);
  const drop = () => (given === undefined ? dropDatabase(database, { roles: true }) : undefined);
  const hark = await startHark('up', {
    DATABASE_URL: owner.reveal(),
    SECRET_KEY: testKey.reveal(),
    LOG_LEVEL: 'warn',
    // Several installations of tests share a server, which accepts 100 connections by default.
    ...(isCopy ? { DATABASE_POOL_SIZE: '4' } : {}),
    ...env,
  });
  const exited = once(hark.process, 'exit').then(([code]) =>
    Promise.reject(new Error(`It exited with ${code}.`)),
  );
  exited.catch(() => undefined);
  // Starting takes a while on a busy machine. If it fails, nothing is left running.
  await Promise.race([untilWhole(hark, 120_000), exited]).catch(async (cause: unknown) => {
    await hark.remove();
    await drop();
    throw new Error(`hark up did not become ready: ${hark.output()}`, { cause });
  });
  const command = (...args: string[]) => runHark(args, hark.env);
  return {
    ...hark,
    command,
    async apply({ host = '127.0.0.1', settings = {}, workflows }) {
      const file = join(hark.env.HARK_DATA_DIR ?? '', `${host}.json`);
      const workspace = {
        name: host,
        base_url: hark.url.replace('127.0.0.1', host),
        settings,
        roles: [{ name: 'Administrator', is_admin: true }],
        users: [{ email: 'ann@acme.test', name: 'Ann', role: 'Administrator' }],
        workflows: workflows.map((workflow) => ({ owner: 'ann@acme.test', listener: {}, ...workflow })),
      };
      writeFileSync(file, JSON.stringify({ workspaces: [workspace] }));
      const { code, stdout, stderr } = await command('apply', '-f', file, '--json');
      if (code !== 0) throw new Error(stderr);
      const [applied] = JSON.parse(stdout).workspaces;
      return Object.fromEntries(
        applied.workflows.map((one: { name: string; listener: { url: string } }) => [
          one.name,
          one.listener.url,
        ]),
      );
    },
    query: (text, values) =>
      asAdministrator(async (client) => (await client.query(text, values)).rows, owner),
    async remove() {
      await hark.remove();
      await drop();
    },
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request to a listener. @returns the status and the run id */
export function deliver(url: string, data: object): Promise<{ status: number; run: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' }, timeout: 30_000 },
      (answer) => {
        answer.resume();
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, run: answer.headers['x-run-id']?.toString() }),
        );
      },
    );
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error('no response within 30 s')));
    sent.end(JSON.stringify(data));
  });
}
