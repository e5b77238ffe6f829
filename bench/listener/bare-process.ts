// The baseline server: node:http with Hark's own queue and insert, but without URL check, token, limits and
// parsing.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AcceptQueue, type NewRun } from '../../server/src/core/runs/index.ts';
import { createPool } from '../../server/src/db/driver/pool.ts';
import { IngestDatabase } from '../../server/src/db/ingest-database.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { Secret } from '../../server/src/lib/crypto/secret.ts';
import { uuid7 } from '../../server/src/lib/crypto/uuid7.ts';
import type { RunId } from '../../server/src/lib/ids.ts';
import { silent } from '../../server/test/harness/scratch-database.ts';

export interface BareSetup {
  /** The database URL with the ingest role. */
  readonly database: string;
  readonly run: Omit<NewRun, 'id' | 'input' | 'deliveryKey'>;
  /**
   * The headers that Hark adds to a body before storing it. The baseline adds them too, so both sides store the
   * same bytes.
   */
  readonly tail: string;
}

process.on('disconnect', () => process.exit());
process.once('message', ({ database, run, tail }: BareSetup) => {
  const ingest = new IngestDatabase(createPool(new Secret(database), 'bench-bare', 4, silent));
  const queue = new AcceptQueue(ingest, async () => new Set(), systemClock);
  const end = Buffer.from(tail);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const id = uuid7(Date.now()) as RunId;
      const body = Buffer.concat(chunks);
      const input = Buffer.concat([body.subarray(0, -1), end]);
      const { kind } = await queue.accept({ ...run, id, input, deliveryKey: undefined });
      const text = `{"ok":true,"run_id":"${id}"}`;
      response
        .writeHead(kind === 'accepted' ? 200 : 500, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': text.length,
        })
        .end(text);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
