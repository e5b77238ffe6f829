import type { Operations } from './operations.gen.ts';

export type OperationName = keyof Operations;
/** An operation's response body. */
export type ApiResponse<Name extends OperationName> = Operations[Name]['answer'];
/** An operation's parameters, query and body. */
export type ApiInput<Name extends OperationName> = Omit<Operations[Name], 'answer'>;

/** A validation error, with the path of the form field that it belongs to. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

const unknownCode = 'unknown';
const serverError = "The server couldn't process the request. Try again in a moment.";
const notUnderstood = "This page doesn't understand the server's response. Reload the page.";

/** An error that the server returned. `message` explains what to do about it. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly problems: readonly Problem[];
  readonly requestId: string;

  constructor(status: number, body: Partial<ProblemBody>) {
    super(body.detail ?? (status >= 500 ? serverError : notUnderstood));
    this.name = 'CallError';
    this.status = status;
    this.code = body.code ?? unknownCode;
    this.problems = body.problems ?? [];
    this.requestId = body.request_id ?? '';
  }
}

/** Whether the user's role has no access. */
export const isNotAllowed = (error: unknown): error is CallError =>
  error instanceof CallError && error.status === 403 && error.code === 'not_allowed';

/**
 * Whether to offer a retry. False after a deployment, when a script is missing or the response is from a newer server:
 * only a reload helps then.
 */
export const isWorthRetrying = (error: unknown): boolean =>
  error instanceof CallError && (error.code !== unknownCode || error.status >= 500);

interface ProblemBody {
  readonly code: string;
  readonly detail: string;
  readonly request_id: string;
  readonly problems?: readonly Problem[];
}

const timeoutMs = 30_000;
let formToken = '';

/** Sets the CSRF token, which every request that changes data includes to prove that it comes from this page. */
export const setFormToken = (token: string) => {
  formToken = token;
};

/** Returns an operation's path with its parameters and query filled in. */
export function requestPath<Name extends OperationName>(name: Name, input: ApiInput<Name>): string {
  const { params = {}, query = {} } = input as { params?: object; query?: object };
  const [, pattern = ''] = name.split(' ');
  const path = Object.entries(params).reduce(
    (path, [key, value]) => path.replace(`:${key}`, encodeURIComponent(String(value))),
    pattern,
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
    ),
  ).toString();
  return `/console${path}${search === '' ? '' : `?${search}`}`;
}

/** Asks the user to prove who they are. Resolves to false if they don't. */
let confirmIdentity: () => Promise<boolean> = async () => false;

/** Sets the dialog that asks for the password before a sensitive operation. */
export const setConfirmIdentity = (ask: () => Promise<boolean>) => {
  confirmIdentity = ask;
};

/** Calls the server. If the operation is sensitive, the user may have to prove who they are first. */
export async function call<Name extends OperationName>(
  name: Name,
  input: ApiInput<Name>,
  signal?: AbortSignal,
): Promise<ApiResponse<Name>> {
  try {
    return await send(name, input, signal);
  } catch (error) {
    const isAsked = error instanceof CallError && error.code === 'confirmation_required';
    if (isAsked && (await confirmIdentity())) return send(name, input, signal);
    throw error;
  }
}

/** Sends one request. A signed-out user is sent to the sign-in page, which returns them to this URL. */
async function send<Name extends OperationName>(
  name: Name,
  input: ApiInput<Name>,
  signal?: AbortSignal,
): Promise<ApiResponse<Name>> {
  const [method = 'GET'] = name.split(' ');
  const body = 'body' in input ? JSON.stringify(input.body) : undefined;
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(requestPath(name, input), {
    method,
    headers: {
      ...(method === 'GET' ? {} : { 'x-form-token': formToken }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallError(0, {
      code: 'no_answer',
      detail: "The server can't be reached. Check your connection.",
    });
  });
  if (response.ok) return (await response.json()) as ApiResponse<Name>;
  const problem = (await response.json().catch(() => ({}))) as Partial<ProblemBody>;
  if (response.status === 401) return goToSignIn();
  throw new CallError(response.status, problem);
}

/** Opens the sign-in page. The promise never resolves, because the browser leaves this page. */
function goToSignIn(): Promise<never> {
  const returnTo = `${location.pathname}${location.search}`;
  location.assign(`/sign-in?return_to=${encodeURIComponent(returnTo)}`);
  return new Promise(() => {});
}
