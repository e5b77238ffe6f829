// A response contains only data that the user can see, and a rejected request changes nothing
// (spec/rest-api §2, §5, §6, §7.1).
import { test } from 'vitest';
import { isFullRun, seedOfRun } from '../harness/seeded-random.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { randomRequest } from './random-request.ts';
import { tryRandomRequests } from './random-trial.ts';

const database = useTestDatabase();
const api = useApi(database);

const requests = isFullRun ? 20_000 : 1_000;
const workspaces = isFullRun ? 20 : 8;

test(`${requests} random requests in ${workspaces} workspaces reveal no hidden data, and rejected requests change nothing (seed ${seedOfRun})`, async () => {
  await tryRandomRequests(database.current, api, { requests, workspaces, make: randomRequest });
}, 900_000);
