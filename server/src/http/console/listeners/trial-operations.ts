import { z } from 'zod';
import {
  type BrowserVerdict,
  explainToken,
  judgeBrowserCall,
  listenerSecret,
  makeTestToken,
  originMisses,
  tokenChecks,
} from '../../../core/listeners/index.ts';
import { headerNamePattern } from '../../../lib/header-text.ts';
import { parseJson } from '../../../lib/json.ts';
import { idParams, moment, type Operation, operation } from '../operation.ts';
import { WrongInput } from '../read-input.ts';
import { resolvedOf } from './resolved-settings.ts';

const headerName = z.string().regex(headerNamePattern, "This isn't a valid header name.");
const oneYearSeconds = 366 * 86_400;

/** Tests a listener with the same rules that apply to real callers. Stores nothing. */
export const listenerTrialOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/workflows/:id/listener/token',
    act: 'listeners.view_secret',
    params: idParams,
    body: z.strictObject({
      /** JSON text, exactly as the user entered it. */
      claims: z.string().max(16_384),
      algorithm: z.enum(['HS256', 'HS384', 'HS512']),
      expires_in_seconds: z.number().int().min(1).max(oneYearSeconds).nullable(),
    }),
    answer: z.object({ token: listenerSecret(z.string()), claims: z.record(z.string(), z.unknown()) }),
    handle: async (caller, { params, body: { claims, algorithm, expires_in_seconds } }) => {
      const { settings, now } = await resolvedOf(caller, params.id, 'listeners.view_secret', 'token');
      const wanted = { claims: readClaims(claims), algorithm, expiresInSeconds: expires_in_seconds };
      return makeTestToken(wanted, settings, now);
    },
  }),
  operation({
    method: 'POST',
    path: '/workflows/:id/listener/token-check',
    act: 'listeners.view_secret',
    params: idParams,
    body: z.strictObject({ token: listenerSecret(z.string().max(16_384)) }),
    answer: z.object({
      /** The time of the check, which `exp` and `nbf` are compared with. */
      at: moment,
      is_checked: z.boolean(),
      verdict: z.enum(['passed', 'missing_token', 'invalid_or_expired', 'invalid_key']),
      checks: z.array(
        z.object({
          name: z.enum(tokenChecks),
          outcome: z.enum(['passed', 'failed', 'not_made']),
          reason: z.string(),
        }),
      ),
      header: z.unknown(),
      claims: z.unknown(),
    }),
    handle: async (caller, { params, body }) => {
      const { settings, now } = await resolvedOf(caller, params.id, 'listeners.view_secret', 'token');
      const { checks, ...explained } = explainToken(body.token, settings, now);
      const is_checked = settings.addAuthentication;
      return { at: now.toISOString(), is_checked, ...explained, checks: [...checks] };
    },
  }),
  operation({
    method: 'POST',
    path: '/workflows/:id/listener/browser-check',
    act: 'workflows.view',
    params: idParams,
    body: z.strictObject({
      origin: z.string().trim().min(1, 'Enter the origin of the calling page.').max(2_048),
      method: z.enum(['GET', 'POST', 'PUT']),
      content_type: z.string().trim().toLowerCase().max(200),
      headers: z.array(headerName).max(50),
      with_credentials: z.boolean(),
    }),
    answer: browserAnswer(),
    handle: async (caller, { params, body }) => {
      const { settings, now } = await resolvedOf(caller, params.id, 'workflows.view');
      const call = {
        origin: body.origin,
        method: body.method,
        contentType: body.content_type,
        headerNames: body.headers.map((name) => name.toLowerCase()),
        withCredentials: body.with_credentials,
      };
      return shownVerdict(judgeBrowserCall(call, settings, now));
    },
  }),
];

function browserAnswer() {
  const answer = {
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    refusal: z.string(),
    /** Why the origin doesn't match, and the most similar entry. Null if the origin isn't the cause. */
    origin: z.object({ reason: z.enum(originMisses), entry: z.string() }).nullable(),
    blocked: z.string(),
  };
  return z.object({
    is_same_origin: z.boolean(),
    preflight: z.object({ ...answer, because: z.array(z.string()), differs: z.boolean() }).nullable(),
    request: z.object({ ...answer, starts_run: z.boolean() }).nullable(),
  });
}

function shownVerdict({
  isSameOrigin,
  preflight,
  request,
}: BrowserVerdict): z.infer<ReturnType<typeof browserAnswer>> {
  return {
    is_same_origin: isSameOrigin,
    preflight: preflight ? { ...preflight, origin: preflight.origin ?? null } : null,
    request: request
      ? (({ startsRun, ...rest }) => ({ ...rest, origin: rest.origin ?? null, starts_run: startsRun }))(
          request,
        )
      : null,
  };
}

function readClaims(text: string): Record<string, unknown> {
  const wrong = (message: string) => new WrongInput([{ path: 'claims', message }]);
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : parseJson(text);
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong('Claims must be a JSON object, such as {"data":{"order":7}}.');
  }
  return value as Record<string, unknown>;
}
