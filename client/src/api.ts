import type { operations } from './api.gen.ts';
import type { CredentialHeader } from './credential.ts';
import { type Carrier, exchange, type Request } from './exchange.ts';
import { HarkError } from './hark-error.ts';
import { randomKey } from './random-key.ts';
import { parseJson, readFailure } from './read-failure.ts';
import { type RetryPolicy, withRetries } from './retry.ts';

/** What a single call may say for itself. */
export interface CallOptions {
  /** Gives the call up, waiting between tries included. */
  readonly signal?: AbortSignal | undefined;
  /** How long one try may take, the whole answer included. */
  readonly timeoutMs?: number | undefined;
}

/** What a call that writes may say. */
export interface WriteOptions extends CallOptions {
  /** Made for you, and the same for every try of one call. Give your own to be safe when your program itself starts anew. */
  readonly idempotencyKey?: string | undefined;
}

/** The client's own settings, checked. */
export interface ApiSettings extends Carrier {
  readonly baseUrl: string;
  readonly credential: CredentialHeader;
  readonly retry: RetryPolicy;
}

/** Every operation of the API that this client offers, by its name in the OpenAPI document. */
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
  // The two others are the same under another address: POST /api/leads is the search, PUT the PATCH of one lead.
} as const satisfies Record<Exclude<keyof operations, 'post_leads' | 'put_leads_id'>, string>;

type OperationName = keyof typeof routes;
type Json<Body> = { content: { 'application/json': Body } };
type Responses<Name extends OperationName> = operations[Name]['responses'];
type AnswerOf<Name extends OperationName> =
  Responses<Name> extends Record<200, Json<infer Body>>
    ? Body
    : Responses<Name> extends Record<201, Json<infer Body>>
      ? Body
      : undefined;

interface Wanted<Name extends OperationName> {
  readonly id?: number;
  readonly query?: operations[Name]['parameters']['query'];
  readonly body?: operations[Name] extends { requestBody?: Json<infer Body> } ? Body : never;
  readonly options?: WriteOptions | undefined;
}

/** Calls one operation. Nothing is ever done twice: what writes carries one Idempotency-Key for all its tries. */
export async function callApi<Name extends OperationName>(
  settings: ApiSettings,
  name: Name,
  { id, query, body, options = {} }: Wanted<Name> = {},
): Promise<AnswerOf<Name>> {
  const [method = '', path = ''] = routes[name].split(' ');
  const isKeyed = (method === 'POST' || method === 'PATCH') && name !== 'post_leads_search';
  const request: Request = {
    method,
    url: `${settings.baseUrl}${path.replace('{id}', () => leadId(id))}${queryOf(query)}`,
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
      // Deleted by a try of ours whose answer was lost.
      if (method === 'DELETE' && isUncertain && failure.code === 'not_found')
        return undefined as AnswerOf<Name>;
      throw failure;
    }
    const value = parseJson(answer.text);
    if (typeof value === 'object' && value !== null) return value as AnswerOf<Name>;
    throw new HarkError('The answer is not what the API gives. Check that baseUrl is the address of Hark.', {
      code: 'bad_answer',
      status: answer.status,
    });
  });
}

/** One try; a token that was refused is asked for anew once, because nothing was done yet. */
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

function leadId(id: number | undefined): string {
  if (!Number.isSafeInteger(id) || Number(id) < 1)
    throw new TypeError('The id of a lead must be a whole number above 0.');
  return String(id);
}

function queryOf(query: object | undefined): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) said.set(name, String(value));
  const text = said.toString();
  return text === '' ? '' : `?${text}`;
}
