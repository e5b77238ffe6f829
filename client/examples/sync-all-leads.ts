// Prints every lead as a line of JSON, for a data warehouse, a search index or a backup.
//
//   HARK_URL=… HARK_TOKEN=… node sync-all-leads.ts > leads.ndjson
import { Hark } from '@harkhq/client';

const hark = new Hark({
  baseUrl: process.env.HARK_URL ?? 'http://127.0.0.1:8080',
  token: process.env.HARK_TOKEN ?? '',
  // A long job can wait for more retries while the server is busy.
  retry: { attempts: 8 },
});

let count = 0;
// The result is stable while other users add and delete leads. To get only recent changes, filter by date_modified.
const filters = process.env.SINCE
  ? [{ alias: 'date_modified', operator: 'gte', value: process.env.SINCE } as const]
  : [];
for await (const lead of hark.leads.all({ filters })) {
  process.stdout.write(`${JSON.stringify(lead)}\n`);
  count += 1;
}
console.error(`${count} leads.`);
