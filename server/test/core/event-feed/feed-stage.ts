import { relayEvents } from '../../../src/core/event-feed/index.ts';
import type { LeadChange } from '../../../src/core/leads/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import {
  buildApiCaller,
  buildBusyWorkspace,
  type CallerRole,
  type CredentialType,
} from '../../harness/api-callers.ts';
import { changingLeads } from '../../harness/builders.ts';
import { silent } from '../../harness/scratch-database.ts';
import { type AskApi, useApi } from '../../harness/servers/api-server.ts';
import type { TestDatabase } from '../../harness/test-database.ts';

export interface FeedPage {
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of its own events.
  readonly events: any[];
  readonly cursor: string;
  readonly has_more: boolean;
}

/** Reads one page of the feed. */
export async function readPage(ask: AskApi, params: Record<string, string> = {}): Promise<FeedPage> {
  const { status, json, text } = await ask('GET', `/api/events?${new URLSearchParams(params)}`);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json;
}

/** Reads all pages after a cursor. */
export async function readAll(ask: AskApi, params: Record<string, string> = {}): Promise<FeedPage['events']> {
  const { events, cursor, has_more } = await readPage(ask, params);
  return has_more ? [...events, ...(await readAll(ask, { ...params, after: cursor }))] : events;
}

/** Serves the feed of a test file's database. `relay` gives new events their positions. */
export function useFeed(database: { readonly current: TestDatabase }) {
  const api = useApi(database);
  const relay = async () => {
    const relaying = { ...database.current.context, logger: silent };
    while ((await relayEvents(database.current.upkeep, relaying, [])).hasMore);
  };
  /** Creates a user in a workspace who calls the API. */
  const callerIn = (workspace: Workspace, role: CallerRole, by: CredentialType = 'api_key') =>
    buildApiCaller(database.current.context, api, workspace, role, by);
  /** Creates a workspace; `as` creates a user in it. */
  const build = async () => {
    const { context } = database.current;
    const workspace = await buildBusyWorkspace(context);
    const as = (role: CallerRole, by?: CredentialType) => callerIn(workspace, role, by);
    const change = <T>(work: (inside: LeadChange) => Promise<T>) =>
      changingLeads(context, workspace.id, work);
    return { context, workspace, as, change, admin: (await as({ isAdmin: true })).ask };
  };
  return { build, callerIn, relay };
}
