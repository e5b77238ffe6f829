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
 * Walks the way of an agent's program to the tools of a workspace, as it would itself: the refusal that says where to look,
 * the two documents, and, with a token, the tools. Each step says what it saw, or what to do.
 *
 * Only addresses of the workspace itself are asked, whatever a document says.
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

/** One question, however many look at its answer. */
function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let begun: Promise<Value> | undefined;
  return () => {
    begun ??= work();
    return begun;
  };
}
