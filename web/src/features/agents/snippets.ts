import { agentsTexts } from '../../texts/agents.ts';

const { tokenPlace } = agentsTexts.connect;
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The configuration for each program, once for signing in and once for using a token. */
export const snippets = {
  claude_code: (url: string) => ({
    signIn: `claude mcp add --transport http hark ${url}`,
    token: `claude mcp add --transport http hark ${url} --header "Authorization: Bearer ${tokenPlace}"`,
  }),
  claude_desktop: (url: string) => ({
    signIn: undefined,
    token: json({
      mcpServers: {
        hark: {
          command: 'npx',
          args: ['-y', 'mcp-remote', url, '--header', `Authorization: Bearer ${tokenPlace}`],
        },
      },
    }),
  }),
  cursor: (url: string) => ({
    signIn: json({ mcpServers: { hark: { url } } }),
    token: json({ mcpServers: { hark: { url, headers: { Authorization: `Bearer ${tokenPlace}` } } } }),
  }),
  vscode: (url: string) => ({
    signIn: json({ servers: { hark: { type: 'http', url } } }),
    token: json({
      servers: { hark: { type: 'http', url, headers: { Authorization: `Bearer ${tokenPlace}` } } },
    }),
  }),
  other: (url: string) => ({
    signIn: undefined,
    token: `POST ${url}\nAuthorization: Bearer ${tokenPlace}\nContent-Type: application/json\nAccept: application/json, text/event-stream`,
  }),
} as const satisfies Record<
  keyof typeof agentsTexts.connect.names,
  (url: string) => { signIn: string | undefined; token: string }
>;
