// Until the outcome of an external call is stored, only the worker knows it. A short database outage must not
// cause a second call, and several outages must not fail the run (docs/design/steps.md).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/db/database.ts';
import { Secret } from '../../../src/lib/crypto/secret.ts';
import { silent } from '../../harness/scratch-database.ts';
import { type CommitProxy, type StopAt, startCommitProxy } from '../../harness/servers/commit-proxy.ts';
import { startOutside } from '../../harness/servers/outside-server.ts';
import { useRuns } from '../run-actions.ts';
import { execute } from '../run-stage.ts';
import { call, reaching } from './outside.ts';

const { database, accepted, row, paths, leadsOf } = useRuns();
let proxy: CommitProxy;
let db: Database;

beforeAll(async () => {
  const { addresses } = database.current;
  const app = new URL(addresses.login.app.reveal());
  proxy = await startCommitProxy({ host: app.hostname, port: Number(app.port || 5432) });
  app.host = `127.0.0.1:${proxy.port}`;
  const login = { ...addresses.login, app: new Secret(app.href) };
  db = openDatabase(
    { login, isPooled: false },
    { applicationName: 'hark-test', poolSize: 2, logger: silent },
  );
});
afterAll(async () => {
  await db.close();
  proxy.close();
});

test.each<StopAt>(['statement lost', 'answer lost'])(
  'a connection that breaks while the outcome is stored (%s) causes neither a second call nor a second effect',
  async (at) => {
    let calls = 0;
    const server = await startOutside((_request, response) => {
      calls++;
      response.end('{}');
    });
    const name = `after_${at.replace(' ', '_')}`;
    const after = { name, type: 'lead.create', fields: { first_name: 'once' } };
    const { stage, job } = await accepted([call(`${server.url}/`), after]);
    const happened = proxy.stop(name, at);
    await execute({ ...database.current.context, db }, job, reaching(server));
    await happened;
    expect(await row(job)).toMatchObject({ status: 'succeeded' });
    expect(await paths(job)).toEqual(['call succeeded', `${name} succeeded`]);
    expect(calls).toBe(1);
    expect(await leadsOf(stage)).toBe(1);
  },
);
