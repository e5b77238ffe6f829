import { askOverHttps } from '../../harness/servers/https-request.ts';
import { manyCompany } from './many-leads.ts';

const owner = 'ann@chaos.test';
const other = 'bob@chaos.test';

/** Added to the workspace: every kind of credential that callers have, and the lead that is copied. */
export const credentials = {
  settings: {
    listener_limit_per_second: 1_000_000,
    runs_in_flight: 500,
    rate_limit_per_minute: 1_000_000,
    rate_limit_burst: 1_000_000,
  },
  users: [
    { email: owner, name: 'Ann', role: 'Administrator' },
    { email: other, name: 'Bob', role: 'Administrator' },
  ],
  api_clients: [
    { user: owner, name: 'Drill', scope: 'api' },
    { user: owner, name: 'Drill agent', scope: 'mcp' },
  ],
  leads: [{ email: 'first@chaos.test', company: manyCompany, owner }],
};

interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns what callers send, from the result of `hark apply`. */
export function readCredentials(applied: {
  api_clients: { name: string; token: string }[];
  users: { email: string; api_key: string }[];
}): Caller[] {
  const client = applied.api_clients.find(({ name }) => name === 'Drill');
  const user = applied.users.find(({ email }) => email === other);
  return [
    { name: 'API client', headers: { authorization: `Bearer ${client?.token}` } },
    { name: 'API key', headers: { apikey: user?.api_key ?? '' } },
  ];
}

/** Returns the callers whose credential isn't accepted. */
export async function checkCredentials(baseUrl: string, callers: readonly Caller[]): Promise<string[]> {
  const refused: string[] = [];
  for (const { name, headers } of callers) {
    const { status } = await askOverHttps(`${baseUrl}/api/users/self`, { headers });
    if (status !== 200) refused.push(`${name}: ${status}`);
  }
  return refused;
}
