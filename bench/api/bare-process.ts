// The baseline server: node:http with Hark's own statement, driver, pool and writer, and nothing else.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FieldSet } from '../../server/src/core/lead-fields/index.ts';
import { presentWire } from '../../server/src/core/leads/index.ts';
import type { UserNames } from '../../server/src/core/users/index.ts';
import { createPool } from '../../server/src/db/driver/pool.ts';
import { Secret } from '../../server/src/lib/crypto/secret.ts';
import { silent } from '../../server/test/harness/scratch-database.ts';
import type { RecordedStatement } from './recorded-statements.ts';

export interface BareSetup {
  readonly database: string;
  readonly poolSize: number;
  readonly statement: RecordedStatement;
  readonly names: UserNames;
  readonly fields: FieldSet;
}

process.on('disconnect', () => process.exit());
process.once('message', (setup: BareSetup) => {
  const { statement, names, fields } = setup;
  const pool = createPool(new Secret(setup.database), 'bench-bare', setup.poolSize, silent);
  const query = { name: 'list', text: statement.text, values: [...statement.values] };
  const server = createServer(async (_request, response) => {
    const { rows } = await pool.query<{ total: number; leads: string }>(query);
    const [page] = rows;
    const body = `{"total":"${page?.total}","leads":[${presentWire(page?.leads ?? '', names, fields)}]}`;
    response
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      })
      .end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
