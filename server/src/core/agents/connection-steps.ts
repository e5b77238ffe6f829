import type { Answer } from '../self-check/index.ts';
import { jsonIn, resultIn } from './ask-as-agent.ts';

export const resourceDocument = (baseUrl: string) => `${baseUrl}/.well-known/oauth-protected-resource/mcp`;

export const serverDocument = (baseUrl: string) => `${baseUrl}/.well-known/oauth-authorization-server`;

/** Without a token, an agent gets 401. */
export function examineRefusal({ status, headers }: Answer, baseUrl: string): string {
  if (status === 401) return `${baseUrl}/mcp answers, and asks for a token`;
  if (status >= 300 && status < 400) {
    throw new Error(
      `${baseUrl}/mcp redirects to ${headers.get('location')}. Agents send no token after a redirect: make the address that they shall use the base_url, or let the proxy in front serve /mcp itself.`,
    );
  }
  const seen = `${baseUrl}/mcp answers ${status} to a request without a token, where Hark says 401.`;
  if (status === 404) {
    throw new Error(`${seen} Let the proxy in front pass /mcp on to Hark, with the Host header as it came.`);
  }
  throw new Error(
    `${seen} Let the proxy in front pass /mcp on as it is, without a login or a filter of its own.`,
  );
}

/** The 401 says where the metadata is (spec/agents §1.1). */
export function examineChallenge({ headers }: Answer, baseUrl: string): string {
  const challenge = headers.get('www-authenticate');
  const expected = `resource_metadata="${resourceDocument(baseUrl)}", scope="mcp"`;
  if (challenge?.includes(expected)) return 'WWW-Authenticate says where the documents are';
  throw new Error(
    `WWW-Authenticate ${challenge ? `is ${challenge}` : 'is missing'}. Let the proxy in front pass it on unchanged: it must contain ${expected}.`,
  );
}

/** The metadata document of the agent server (spec/oauth §5.1). */
export function examineResource(answer: Answer, baseUrl: string): string {
  const { resource, authorization_servers: servers } = documentIn(answer);
  expectEqual('resource', resource, `${baseUrl}/mcp`);
  expectEqual('authorization_servers', Array.isArray(servers) ? servers[0] : servers, baseUrl);
  return `names ${resource} and where its tokens come from`;
}

/** The document of the authorization server (RFC 8414). */
export function examineServer(answer: Answer, baseUrl: string): string {
  const document = documentIn(answer);
  expectEqual('issuer', document.issuer, baseUrl);
  expectEqual('authorization_endpoint', document.authorization_endpoint, `${baseUrl}/oauth2/authorize`);
  expectEqual('token_endpoint', document.token_endpoint, `${baseUrl}/oauth2/token`);
  return 'an agent can ask its user to approve it';
}

function documentIn({ status, text }: Answer): Record<string, unknown> {
  const where = 'Let the proxy in front pass /.well-known/ on to Hark.';
  if (status !== 200) throw new Error(`The document answers ${status}. ${where}`);
  const document = jsonIn(text);
  if (typeof document === 'object' && document !== null) return document as Record<string, unknown>;
  throw new Error(`What is served in the place of the document is no JSON object. ${where}`);
}

function expectEqual(name: string, seen: unknown, expected: string): void {
  if (seen === expected) return;
  throw new Error(
    `${name} is ${JSON.stringify(seen)?.slice(0, 200)} and should be ${expected}. Another installation answers: look where the address leads.`,
  );
}

export function examineToken(answer: Answer): string {
  const { serverInfo, protocolVersion } = acceptedResult(answer) as {
    serverInfo?: { title?: string; version?: string };
    protocolVersion?: string;
  };
  return `accepted by ${serverInfo?.title} ${serverInfo?.version}, revision ${protocolVersion}`;
}

export function examineTools(answer: Answer): string {
  const { tools = [] } = acceptedResult(answer) as { tools?: readonly { readonly name: string }[] };
  if (tools.length > 0) return `${tools.length}: ${tools.map(({ name }) => name).join(', ')}`;
  throw new Error('No tool is offered. Give the role of the user a permission, or switch tools on again.');
}

const advices: ReadonlyMap<number, string> = new Map([
  [401, 'Use the token of an API client of scope mcp of this workspace that is switched on.'],
  [403, 'Give the role of its user "Connect AI agents" (api.access_mcp).'],
]);

/** The result, or throws the error message of the response. */
function acceptedResult(answer: Answer): object {
  if (answer.status === 200) return resultIn(answer);
  const { error_description: said } = (jsonIn(answer.text) ?? {}) as { error_description?: string };
  const advice = advices.get(answer.status) ?? 'Try again, and look into the log of Hark.';
  throw new Error(`It is answered ${answer.status}${said ? `: ${said}` : '.'} ${advice}`);
}
