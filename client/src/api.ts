import type { operations } from './api.gen.ts';
import type { CredentialHeader } from './credential.ts';
import { type Carrier, exchange, type Request } from './exchange.ts';
import { HarkError } from './hark-error.ts';
import { randomKey } from './random-key.ts';
import { parseJson, readFailure } from './read-failure.ts';
import { type RetryPolicy, withRetries } from './retry.ts';

/** Options for a single call. */
export interface CallOptions {
  /** Cancels the call, including waits between attempts. */
  readonly signal?: AbortSignal | undefined;
  /** The timeout for one attempt, including reading the whole response. */
  readonly timeoutMs?: number | undefined;
}

/** Options for a call that writes. */
export interface WriteOptions extends CallOptions {
  /**
   * The key that identifies this write. By default it is generated, and all attempts of a call share it. Pass
   * your own key if the call must stay safe to repeat after your program restarts.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The validated settings of the client. */
export interface ApiSettings extends Carrier {
  readonly baseUrl: string;
  readonly credential: CredentialHeader;
  readonly retry: RetryPolicy;
}

/** Every API operation that this client offers, by its name in the OpenAPI document. */
export const routes = {
  get_users_self: 'GET /api/users/self',
  get_leads: 'GET /api/leads',
  post_leads_search: 'POST /api/leads/search',
  post_leads_new: 'POST /api/leads/new',
  patch_leads_edit: 'PATCH /api/leads/edit',
  post_leads_batch_new: 'POST /api/leads/batch/new',
  post_leads_batch_edit: 'POST /api/leads/batch/edit',
  post_leads_batch_delete: 'POST /api/leads/batch/delete',
  get_leads_list_fields: 'GET /api/leads/list/fields',
  get_leads_id: 'GET /api/leads/{id}',
  patch_leads_id: 'PATCH /api/leads/{id}',
  delete_leads_id: 'DELETE /api/leads/{id}',
  post_leads_id_restore: 'POST /api/leads/{id}/restore',
  get_leads_id_history: 'GET /api/leads/{id}/history',
  get_workflows: 'GET /api/workflows',
  post_workflows_new: 'POST /api/workflows/new',
  get_workflows_id: 'GET /api/workflows/{id}',
  patch_workflows_id: 'PATCH /api/workflows/{id}',
  delete_workflows_id: 'DELETE /api/workflows/{id}',
  post_workflows_id_publish: 'POST /api/workflows/{id}/publish',
  post_workflows_id_shadow: 'POST /api/workflows/{id}/shadow',
  post_workflows_id_start: 'POST /api/workflows/{id}/start',
  get_runs: 'GET /api/runs',
  get_runs_id: 'GET /api/runs/{id}',
  get_runs_id_steps: 'GET /api/runs/{id}/steps',
  post_runs_id_retry: 'POST /api/runs/{id}/retry',
  post_runs_id_cancel: 'POST /api/runs/{id}/cancel',
  get_approvals: 'GET /api/approvals',
  get_approvals_id: 'GET /api/approvals/{id}',
  post_approvals_id_approve: 'POST /api/approvals/{id}/approve',
  post_approvals_id_reject: 'POST /api/approvals/{id}/reject',
  get_proposals: 'GET /api/proposals',
  get_proposals_id: 'GET /api/proposals/{id}',
  post_proposals_id_approve: 'POST /api/proposals/{id}/approve',
  post_proposals_id_reject: 'POST /api/proposals/{id}/reject',
  post_proposals_approve: 'POST /api/proposals/approve',
  post_proposals_reject: 'POST /api/proposals/reject',
  post_undo_preview: 'POST /api/undo/preview',
  post_undo_new: 'POST /api/undo/new',
  get_undo_id: 'GET /api/undo/{id}',
  post_undo_id_cancel: 'POST /api/undo/{id}/cancel',
  get_undo_id_left_alone: 'GET /api/undo/{id}/left-alone',
  get_events: 'GET /api/events',
  get_webhooks: 'GET /api/webhooks',
  post_webhooks_new: 'POST /api/webhooks/new',
  get_webhooks_id: 'GET /api/webhooks/{id}',
  patch_webhooks_id: 'PATCH /api/webhooks/{id}',
  delete_webhooks_id: 'DELETE /api/webhooks/{id}',
  post_webhooks_id_rotate: 'POST /api/webhooks/{id}/rotate',
  post_webhooks_id_test: 'POST /api/webhooks/{id}/test',
  get_webhooks_id_deliveries: 'GET /api/webhooks/{id}/deliveries',
  post_webhooks_id_replay: 'POST /api/webhooks/{id}/replay',
  get_connections: 'GET /api/connections',
  post_connections_new: 'POST /api/connections/new',
  get_connections_id: 'GET /api/connections/{id}',
  patch_connections_id: 'PATCH /api/connections/{id}',
  delete_connections_id: 'DELETE /api/connections/{id}',
  post_workspace_apply: 'POST /api/workspace/apply',
  get_workspace_export: 'GET /api/workspace/export',
  get_users: 'GET /api/users',
  post_users_new: 'POST /api/users/new',
  get_users_id: 'GET /api/users/{id}',
  patch_users_id: 'PATCH /api/users/{id}',
  delete_users_id: 'DELETE /api/users/{id}',
  get_roles: 'GET /api/roles',
  post_roles_new: 'POST /api/roles/new',
  get_roles_id: 'GET /api/roles/{id}',
  patch_roles_id: 'PATCH /api/roles/{id}',
  delete_roles_id: 'DELETE /api/roles/{id}',
  get_lead_fields: 'GET /api/lead-fields',
  post_lead_fields_new: 'POST /api/lead-fields/new',
  get_lead_fields_alias: 'GET /api/lead-fields/{alias}',
  patch_lead_fields_alias: 'PATCH /api/lead-fields/{alias}',
  // The other routes are aliases: `POST /api/leads` is the same as the search, and `PUT` is the same as `PATCH`.
} as const satisfies Record<Exclude<keyof operations, 'post_leads' | `put_${string}`>, string>;

type OperationName = keyof typeof routes;
type Json<Body> = { content: { 'application/json': Body } };
type Responses<Name extends OperationName> = operations[Name]['responses'];
type AnswerOf<Name extends OperationName> =
  Responses<Name> extends Record<200, Json<infer Body>>
    ? Body
    : Responses<Name> extends Record<201, Json<infer Body>>
      ? Body
      : Responses<Name> extends Record<202, Json<infer Body>>
        ? Body
        : undefined;

interface Wanted<Name extends OperationName> {
  /** A number, or the UUID of a run. */
  readonly id?: number | string;
  readonly alias?: string;
  readonly query?: operations[Name]['parameters']['query'];
  readonly body?: operations[Name] extends { requestBody?: Json<infer Body> } ? Body : never;
  readonly options?: WriteOptions | undefined;
}

/** Calls an operation. All attempts of a write share one Idempotency-Key, so nothing is written twice. */
export async function callApi<Name extends OperationName>(
  settings: ApiSettings,
  name: Name,
  { id, alias, query, body, options = {} }: Wanted<Name> = {},
): Promise<AnswerOf<Name>> {
  const [method = '', path = ''] = routes[name].split(' ');
  const isKeyed = (method === 'POST' || method === 'PATCH') && name !== 'post_leads_search';
  const request: Request = {
    method,
    url: `${settings.baseUrl}${filled(path, id, alias)}${queryOf(query)}`,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isKeyed ? { 'idempotency-key': options.idempotencyKey ?? randomKey() } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  const { signal, timeoutMs = settings.timeoutMs } = options;
  return withRetries(settings.retry, signal, async (isUncertain) => {
    const answer = await exchangeAs(settings, request, { ...settings, signal, timeoutMs });
    if (answer.status === 204) return undefined as AnswerOf<Name>;
    if (answer.status < 200 || answer.status > 299) {
      const failure = readFailure(answer);
      // An earlier attempt of this call deleted the lead, but its response was lost.
      if (method === 'DELETE' && isUncertain && failure.code === 'not_found')
        return undefined as AnswerOf<Name>;
      throw failure;
    }
    const value = parseJson(answer.text);
    if (typeof value === 'object' && value !== null) return value as AnswerOf<Name>;
    throw new HarkError(
      "The response didn't come from the Hark API. Check that baseUrl is the URL of your workspace.",
      {
        code: 'bad_answer',
        status: answer.status,
      },
    );
  });
}

/**
 * Makes one attempt. If the server rejects the token, gets a new one from the token source and tries once
 * more, which is safe because a rejected request writes nothing.
 */
async function exchangeAs({ credential }: ApiSettings, request: Request, carrier: Carrier) {
  const send = (header: Record<string, string>) =>
    exchange({ ...request, headers: { ...request.headers, ...header } }, carrier);
  const { header, token } = await credential();
  const answer = await send(header);
  if (answer.status !== 401 || token === undefined || readFailure(answer).code !== 'invalid_token')
    return answer;
  const next = await credential(token);
  return next.token === token ? answer : send(next.header);
}

const filled = (path: string, id: number | string | undefined, alias = ''): string =>
  path.replace('{id}', () => pathId(id)).replace('{alias}', () => encodeURIComponent(alias));

function pathId(id: number | string | undefined): string {
  const isUuid = typeof id === 'string' && /^[0-9a-f-]{36}$/i.test(id);
  if (isUuid || (typeof id === 'number' && Number.isSafeInteger(id) && id > 0)) return String(id);
  throw new TypeError('The id must be a positive integer, or the UUID of a run.');
}

function queryOf(query: object | undefined): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) said.set(name, String(value));
  const text = said.toString();
  return text === '' ? '' : `?${text}`;
}
