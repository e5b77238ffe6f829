import type { Config } from '../../config.ts';
import { isLoopback } from '../../core/oauth/index.ts';
import { parseBaseUrl } from '../../core/workspaces/index.ts';
import { fault, invalid, messageOf, unavailable } from '../../lib/errors.ts';
import { isRecord } from '../../lib/json.ts';

/** The REST API of a workspace, for commands that don't open its database (spec/provisioning §11.2). */
export interface Remote {
  readonly baseUrl: string;
  /** @param path the path below `/api` */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
}

/** Applying a large file takes minutes. */
const timeoutMs = 600_000;

/**
 * Returns the workspace at HARK_URL, or undefined if it isn't set. @throws HarkError if there is no token, the token would
 * be sent unencrypted, or `workspace` is another one
 */
export function findRemote(
  { HARK_URL, HARK_TOKEN }: Pick<Config, 'HARK_URL' | 'HARK_TOKEN'>,
  workspace: string | undefined,
): Remote | undefined {
  if (HARK_URL === undefined) return undefined;
  const baseUrl = parseBaseUrl(HARK_URL.replace(/\/$/, ''))?.baseUrl;
  if (baseUrl === undefined)
    throw invalid('bad_remote_url', `HARK_URL: ${HARK_URL} isn't the base URL of a workspace.`);
  if (!baseUrl.startsWith('https:') && !isLoopback(baseUrl))
    throw invalid('bad_remote_url', `HARK_URL: ${baseUrl} must start with https, because it gets a token.`);
  if (HARK_TOKEN === undefined)
    throw invalid('remote_token_missing', 'HARK_URL is set, but HARK_TOKEN and HARK_TOKEN_FILE are not.');
  if (workspace !== undefined && parseBaseUrl(workspace)?.baseUrl !== baseUrl)
    throw invalid(
      'other_workspace',
      `--workspace: ${workspace} is another workspace. HARK_URL is ${baseUrl}.`,
    );
  return {
    baseUrl,
    call: async (method, path, body) => {
      const init = {
        method,
        headers: { authorization: `Bearer ${HARK_TOKEN.reveal()}`, 'content-type': 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      } as const;
      const target = `${baseUrl}/api${path}`;
      const response = await fetch(target, body ? { ...init, body: JSON.stringify(body) } : init).catch(
        (error: unknown) => {
          throw unavailable('remote_unreachable', `${baseUrl} can't be reached: ${reasonOf(error)}`, error);
        },
      );
      return readResponse(baseUrl, response.status, await response.text());
    },
  };
}

/** A status of 400 means that the input of the command is wrong. */
function readResponse(baseUrl: string, status: number, text: string): unknown {
  const body = parse(text);
  if (status < 300 && body !== undefined) return body;
  const message = messageIn(body) ?? `${baseUrl} responded with ${status}, without a reason.`;
  throw status === 400 ? invalid('remote_rejected', message) : fault('remote_failed', message);
}

/** An error is nested, or flat if a credential is rejected (spec/rest-api §3.1). */
function messageIn(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined;
  const message = isRecord(body.error) ? body.error.message : body.error_description;
  return typeof message === 'string' ? message : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch` only says that it failed; its cause has the details. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : messageOf(error);
