// Every lead, one JSON line each: for a warehouse, a search index, a backup.
//
//   HARK_URL=… HARK_TOKEN=… node sync-all-leads.ts > leads.ndjson
import { Hark } from '@hark/client';

const hark = new Hark({
  baseUrl: process.env.HARK_URL ?? 'http://127.0.0.1:8080',
  token: process.env.HARK_TOKEN ?? '',
  // A long job can afford to be patient with a busy server.
  retry: { attempts: 8 },
});

let count = 0;
// Stable while others add and delete leads. Only what changed since: filter by date_modified.
const filters = process.env.SINCE
  ? [{ alias: 'date_modified', operator: 'gte', value: process.env.SINCE } as const]
  : [];
for await (const lead of hark.leads.all({ filters })) {
  process.stdout.write(`${JSON.stringify(lead)}\n`);
  count += 1;
}
console.error(`${count} leads.`);
