// Show the current user and create a first lead.
//
//   HARK_URL=https://crm.example.com HARK_TOKEN=hark_… node quick-start.ts
import { Hark, HarkError } from '@harkhq/client';

const hark = new Hark({
  baseUrl: process.env.HARK_URL ?? 'http://127.0.0.1:8080',
  // An API client's token. To use a user's API key instead, pass `apiKey`.
  token: process.env.HARK_TOKEN ?? '',
});

try {
  const me = await hark.me();
  const lead = await hark.leads.create({
    first_name: 'Lea',
    last_name: 'Muster',
    city: 'Bern',
    tags: ['hot'],
  });
  const { total, leads } = await hark.leads.search({
    filters: [{ alias: 'city', operator: 'eq', value: 'Bern' }],
    orderBy: '-date_added',
    limit: 5,
  });
  console.log(`${me.name} created lead ${lead.id}; ${total} in Bern, the latest is ${leads[0]?.first_name}.`);
} catch (error) {
  if (!(error instanceof HarkError)) throw error;
  console.error(`${error.code}: ${error.message} (request ${error.requestId ?? 'without a response'})`);
  process.exitCode = 1;
}
