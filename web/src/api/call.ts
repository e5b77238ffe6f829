import type { Operations } from './operations.gen.ts';

export type OperationName = keyof Operations;
/** What an operation answers. */
export type Answer<Name extends OperationName> = Operations[Name]['answer'];
/** What it must be given. */
export type Given<Name extends OperationName> = Omit<Operations[Name], 'answer'>;

/** A mistake in a form, and the place of the form that it is in. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

const unknownCode = 'unknown';
const unanswered = 'The server could not answer. Try again in a moment.';
const notUnderstood = 'The server gave an answer that this page does not understand. Load the page again.';

/** The server said no; `message` says what to do about it. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly problems: readonly Problem[];
  readonly requestId: string;

  constructor(status: number, body: Partial<ProblemBody>) {
    super(body.detail ?? (status >= 500 ? unanswered : notUnderstood));
    this.name = 'CallError';
    this.status = status;
    this.code = body.code ?? unknownCode;
    this.problems = body.problems ?? [];
    this.requestId = body.request_id ?? '';
  }
}

/** A part of the page that is gone from the server, or an answer in words of a newer one: only a new page helps. */
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

/** Every change carries it: the server then knows that it comes from this page. */
export const keepFormToken = (token: string) => {
  formToken = token;
};

/** The path of an operation with what it is given in it. */
export function requestPath<Name extends OperationName>(name: Name, given: Given<Name>): string {
  const { params = {}, query = {} } = given as { params?: object; query?: object };
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

/** Asks the server. Whoever is signed out goes to sign in, and comes back to where he is. */
export async function call<Name extends OperationName>(
  name: Name,
  given: Given<Name>,
  signal?: AbortSignal,
): Promise<Answer<Name>> {
  const [method = 'GET'] = name.split(' ');
  const body = 'body' in given ? JSON.stringify(given.body) : undefined;
  const timeout = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(requestPath(name, given), {
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
      detail: 'The server does not answer. Check your connection.',
    });
  });
  if (answer.ok) return (await answer.json()) as Answer<Name>;
  const told = (await answer.json().catch(() => ({}))) as Partial<ProblemBody>;
  if (answer.status === 401) return goToSignIn();
  throw new CallError(answer.status, told);
}

/** Never comes back: the page is left. */
function goToSignIn(): Promise<never> {
  const here = `${location.pathname}${location.search}`;
  location.assign(`/sign-in?return_to=${encodeURIComponent(here)}`);
  return new Promise(() => {});
}
