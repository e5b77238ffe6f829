import {
  type Connection,
  type Credential,
  CredentialFailure,
  openConnection,
  resolveUrl,
} from '../../../core/connections/index.ts';
import { createMask } from '../../../core/secrets/index.ts';
import { HarkError, invalid, isRefusal } from '../../../lib/errors.ts';
import { failureCodeOf } from '../failure-code.ts';
import type { RunContext } from '../run-context.ts';
import type { CallResult, CallSender } from './outside-call.ts';
import { masked } from './sent-secrets.ts';
import { withQuery } from './setting-values.ts';

/** A request whose URL isn't complete yet. */
interface UrlCall {
  readonly url: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly maxAttempts: number;
}

interface Connected<Call> {
  /** The connection's name. */
  readonly name: string;
  readonly runContext: RunContext;
  /** @throws HarkError if the step would send a secret to a host that it isn't bound to */
  readonly requireHost: (url: string) => void;
  readonly send: (
    call: Call,
    sender: CallSender,
    credential: Readonly<Record<string, string>>,
  ) => Promise<CallResult>;
}

/**
 * Sends a request with a connection's credential. The connection is read at each attempt, so a change applies from the
 * next one. The credential is removed from the response, in case the server echoes it (spec/connections §2.1).
 */
export async function sendConnected<Call extends UrlCall>(
  call: Call,
  sender: CallSender,
  { name, runContext, requireHost, send }: Connected<Call>,
): Promise<CallResult> {
  const { maxAttempts } = call;
  const { run, secrets, hosts } = runContext;
  const used: string[] = [];
  const hide = (result: CallResult) => withoutCredential(result, used);
  try {
    const now = sender.context.clock.now();
    const scope = { workspace: run.workspace, zone: run.zone, now, secrets, hosts };
    const opened = await openConnection(sender, name, scope);
    if (!opened) throw unknownConnection(name);
    const url = resolveUrl(call.url, opened.connection);
    if (url === undefined) throw otherOrigin(opened.connection);
    requireHost(url);
    const request = { ...call, url: withQuery(url, call.query) };
    const attempt = async (credential: Credential) => {
      used.push(...credential.texts);
      return send(request, sender, credential.headers);
    };
    const credential = await opened.credential();
    const first = await attempt(credential);
    if (first.status !== 401 || !credential.token) return hide(first);
    await opened.reject(credential.token);
    return hide(await attempt(await opened.credential()));
  } catch (error) {
    if (error instanceof CredentialFailure) {
      const { code, message, retryAfterMs } = error;
      const mayRetry = code === 'unreachable';
      return hide({ kind: 'failed', error: message, code, mayRetry, retryAfterMs, maxAttempts });
    }
    if (!isRefusal(error)) throw error;
    const code = failureCodeOf(error);
    return hide({ kind: 'failed', error: error.message, code, mayRetry: false, maxAttempts });
  }
}

function withoutCredential(result: CallResult, texts: readonly string[]): CallResult {
  const mask = createMask(texts);
  return {
    ...result,
    ...('output' in result && { output: masked(result.output, mask) }),
    ...('shownOutput' in result && { shownOutput: masked(result.shownOutput, mask) }),
    ...(result.kind === 'failed' && { error: mask(result.error) }),
  };
}

export const unknownConnection = (name: string) =>
  new HarkError('not-found', 'unknown_connection', `There is no connection "${name}" in this workspace.`);

export const otherOrigin = ({ name, origin }: Pick<Connection, 'name' | 'origin'>) =>
  invalid('other_origin', `The connection "${name}" can only be used for ${origin}.`);
