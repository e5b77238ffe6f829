import { examine, type Finding } from '../installation/index.ts';
import type { Ask } from '../self-check/index.ts';
import { rpc } from './ask-as-agent.ts';
import {
  examineChallenge,
  examineRefusal,
  examineResource,
  examineServer,
  examineToken,
  examineTools,
  resourceDocument,
  serverDocument,
} from './connection-steps.ts';

/**
 * Follows the steps of an agent's client to the tools of a workspace: the 401 with the metadata URL, the two
 * documents and, with a token, the tools. Each step reports what it saw or what to do. It requests only URLs
 * of the workspace itself, even if a document names others.
 */
export async function* examineConnection(
  ask: Ask,
  baseUrl: string,
  token: string | undefined,
): AsyncGenerator<Finding> {
  const refusal = once(() => ask(`${baseUrl}/mcp`, rpc('initialize')));
  yield examine('agent server', async () => examineRefusal(await refusal(), baseUrl));
  yield examine('challenge', async () => examineChallenge(await refusal(), baseUrl));
  const read = (url: string) => ask(url, { method: 'GET' });
  yield examine('resource document', async () =>
    examineResource(await read(resourceDocument(baseUrl)), baseUrl),
  );
  yield examine('authorization server', async () =>
    examineServer(await read(serverDocument(baseUrl)), baseUrl),
  );
  if (token === undefined) return;
  const accepted = await examine('token', async () =>
    examineToken(await ask(`${baseUrl}/mcp`, rpc('initialize', token))),
  );
  yield accepted;
  if (!accepted.ok) return;
  yield examine('tools', async () => examineTools(await ask(`${baseUrl}/mcp`, rpc('tools/list', token))));
}

/** Shares one request among all steps that examine its response. */
function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let begun: Promise<Value> | undefined;
  return () => {
    begun ??= work();
    return begun;
  };
}
