// For any request of any user, a response reveals nothing that its user can't see, and a rejection changes nothing
// (spec/rest-api §2, §5, §6, §7.1).
import { test } from 'vitest';
import { isFullRun, seedOfRun } from '../harness/seeded-random.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { randomRequest } from './random-request.ts';
import { tryRandomRequests } from './random-trial.ts';

const database = useTestDatabase();
const api = useApi(database);

const requests = isFullRun ? 20_000 : 2_000;
const workspaces = 20;

test(`${requests} random requests over ${workspaces} workspaces betray nothing, and no refusal changes anything (seed ${seedOfRun})`, async () => {
  await tryRandomRequests(database.current, api, { requests, workspaces, make: randomRequest });
}, 900_000);
