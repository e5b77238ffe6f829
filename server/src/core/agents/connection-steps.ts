import type { Answer } from '../self-check/index.ts';
import { jsonIn, resultIn } from './ask-as-agent.ts';

export const resourceDocument = (baseUrl: string) => `${baseUrl}/.well-known/oauth-protected-resource/mcp`;

export const serverDocument = (baseUrl: string) => `${baseUrl}/.well-known/oauth-authorization-server`;

/** Checks that a request without a token gets a 401. */
export function examineRefusal({ status, headers }: Answer, baseUrl: string): string {
  if (status === 401) return `${baseUrl}/mcp responds and requires a token.`;
  if (status >= 300 && status < 400) {
    throw new Error(
      `${baseUrl}/mcp redirects to ${headers.get('location')}. Agents don't send their token after a redirect: set base_url to the URL that agents use, or configure the proxy to serve /mcp without a redirect.`,
    );
  }
  const seen = `${baseUrl}/mcp returns ${status} instead of 401 to a request without a token.`;
  if (status === 404) {
    throw new Error(`${seen} Configure the proxy to forward /mcp to Hark with the original Host header.`);
  }
  throw new Error(`${seen} Configure the proxy to forward /mcp unchanged, without its own login or filter.`);
}

/** Checks that the 401 contains the metadata URL (spec/agents §1.1). */
export function examineChallenge({ headers }: Answer, baseUrl: string): string {
  const challenge = headers.get('www-authenticate');
  const expected = `resource_metadata="${resourceDocument(baseUrl)}", scope="mcp"`;
  if (challenge?.includes(expected)) return 'WWW-Authenticate links to the metadata documents.';
  throw new Error(
    `WWW-Authenticate ${challenge ? `is ${challenge}` : 'is missing'}. Configure the proxy to pass it through unchanged: it must contain ${expected}.`,
  );
}

/** Checks the agent server's metadata document (spec/oauth §5.1). */
export function examineResource(answer: Answer, baseUrl: string): string {
  const { resource, authorization_servers: servers } = documentIn(answer);
  expectEqual('resource', resource, `${baseUrl}/mcp`);
  expectEqual('authorization_servers', Array.isArray(servers) ? servers[0] : servers, baseUrl);
  return `It names ${resource} and its authorization server.`;
}

/** Checks the authorization server's metadata document (RFC 8414). */
export function examineServer(answer: Answer, baseUrl: string): string {
  const document = documentIn(answer);
  expectEqual('issuer', document.issuer, baseUrl);
  expectEqual('authorization_endpoint', document.authorization_endpoint, `${baseUrl}/oauth2/authorize`);
  expectEqual('token_endpoint', document.token_endpoint, `${baseUrl}/oauth2/token`);
  return 'Agents can ask their user for approval.';
}

function documentIn({ status, text }: Answer): Record<string, unknown> {
  const where = 'Configure the proxy to forward /.well-known/ to Hark.';
  if (status !== 200) throw new Error(`The document returns status ${status}. ${where}`);
  const document = jsonIn(text);
  if (typeof document === 'object' && document !== null) return document as Record<string, unknown>;
  throw new Error(`The document isn't a JSON object. ${where}`);
}

function expectEqual(name: string, seen: unknown, expected: string): void {
  if (seen === expected) return;
  throw new Error(
    `${name} is ${JSON.stringify(seen)?.slice(0, 200)} but should be ${expected}. Another installation responded: check where the URL points.`,
  );
}

export function examineToken(answer: Answer): string {
  const { serverInfo, protocolVersion } = acceptedResult(answer) as {
    serverInfo?: { title?: string; version?: string };
    protocolVersion?: string;
  };
  return `It was accepted by ${serverInfo?.title} ${serverInfo?.version}, revision ${protocolVersion}.`;
}

export function examineTools(answer: Answer): string {
  const { tools = [] } = acceptedResult(answer) as { tools?: readonly { readonly name: string }[] };
  if (tools.length > 0) return `${tools.length}: ${tools.map(({ name }) => name).join(', ')}`;
  throw new Error("No tools are available. Give the user's role a permission, or enable tools again.");
}

const advices: ReadonlyMap<number, string> = new Map([
  [401, 'Use the token of an active API client of this workspace with scope mcp.'],
  [403, `Enable "Connect AI agents" (api.access_mcp) in the user's role.`],
]);

/** Returns the result, or throws the error message from the response. */
function acceptedResult(answer: Answer): object {
  if (answer.status === 200) return resultIn(answer);
  const { error_description: description } = (jsonIn(answer.text) ?? {}) as { error_description?: string };
  const advice = advices.get(answer.status) ?? "Try again, and check Hark's log.";
  throw new Error(
    `The response status is ${answer.status}${description ? `: ${description}` : '.'} ${advice}`,
  );
}
