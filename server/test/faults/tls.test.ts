// PostgreSQL and Redis with TLS and a private certificate authority, as docs/deploy.md and the Helm chart configure it.
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverUser } from '../../src/app/dev/server-user.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { eventually } from '../harness/eventually.ts';
import { runHark } from '../harness/hark-process.ts';
import { asAdministrator } from '../harness/scratch-database.ts';
import { makeCertificate } from '../harness/servers/https-front.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';
import { type OwnRedis, startOwnRedis } from '../harness/servers/own-redis.ts';
import { deliver, startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

const folder = mkdtempSync(join(tmpdir(), 'hark-tls-'));
const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
let postgres: OwnPostgres;
let redis: OwnRedis;
let hark: WholeHark;

beforeAll(async () => {
  const { key, cert } = makeCertificate();
  writeFileSync(keyFile, key, { mode: 0o600 });
  writeFileSync(certificateFile, cert);
  chmodSync(folder, 0o755);
  const user = serverUser();
  if (user) chownSync(keyFile, user.uid, user.gid);
  postgres = await startOwnPostgres({
    settings: ['ssl=on', `ssl_key_file=${keyFile}`, `ssl_cert_file=${certificateFile}`],
  });
  const tlsPort = await freePort();
  redis = await startOwnRedis([
    ...['--tls-port', String(tlsPort), '--tls-auth-clients', 'no'],
    ...['--tls-key-file', keyFile, '--tls-cert-file', certificateFile, '--tls-ca-cert-file', certificateFile],
  ]);
  hark = await startWholeHark('hark', {
    DATABASE_URL: `${postgres.urlOf('hark')}?sslmode=verify-full`,
    REDIS_URL: `rediss://127.0.0.1:${tlsPort}`,
    NODE_EXTRA_CA_CERTS: certificateFile,
  });
});
afterAll(async () => {
  await hark?.remove();
  await redis?.stop();
  await postgres?.remove();
  rmSync(folder, { recursive: true });
});

const connectedRoles = `select usename as role, ssl from pg_stat_activity join pg_stat_ssl using (pid)
  where application_name ~ '^hark-(serve|work|ingest|dispatch|upkeep|notifications)$'`;
interface Connection {
  role: string;
  ssl: boolean;
}

test('every role of serve and work encrypts its connections', async () => {
  const { waits = '' } = await hark.apply({
    workflows: [
      { name: 'waits', steps: [{ name: 'lead', type: 'lead.create', fields: { first_name: 'Ann' } }] },
    ],
  });
  expect((await deliver(waits, {})).status).toBe(200);
  const connections = await eventually(async () => {
    const { rows: found } = await asAdministrator(
      (client) => client.query<Connection>(connectedRoles),
      new Secret(postgres.urlOf('hark')),
    );
    return new Set(found.map(({ role }) => role)).size === 4 && found;
  });
  expect(connections.filter(({ ssl }) => !ssl)).toEqual([]);
});

test('doctor reaches PostgreSQL and Redis, but not without the certificate authority', async () => {
  const trusting = await hark.command('doctor', '--json');
  expect(trusting.stdout).toMatch(/redis/i);
  expect(trusting.code, trusting.stdout).toBe(0);
  const { NODE_EXTRA_CA_CERTS: _, ...env } = hark.env;
  const distrusting = await runHark(['doctor', '--json'], env);
  expect(distrusting.code).not.toBe(0);
  expect(distrusting.stdout + distrusting.stderr).toMatch(/self-signed certificate/);
});
