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
 * Goes through the same steps as an agent's client connecting to a workspace: the 401 with the metadata URL,
 * the two metadata documents and, with a token, the list of tools. Each step reports what it found or what to
 * fix. Only the workspace's own URLs are requested, even if a document names others.
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

/** Sends one request and shares its response among all steps that examine it. */
function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let begun: Promise<Value> | undefined;
  return () => {
    begun ??= work();
    return begun;
  };
}
