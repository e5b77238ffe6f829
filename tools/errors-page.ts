import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { refusalReasons, refuse } from '../server/src/core/listeners/checks/refusals.ts';
import { workflowFailed } from '../server/src/core/runs/index.ts';
import { notFoundTexts } from '../server/src/http/pages/not-found-page.ts';
import { parserRefusals } from '../server/src/http/server/node-server.ts';
import type { ErrorKind } from '../server/src/lib/errors.ts';
import { type ErrorSite, findErrorSites } from './error-sites.ts';
import { type Place, reachedFrom } from './reached-code.ts';
import { askSurfaces, type SurfaceAnswer } from './surface-answers.ts';

const root = new URL('../server/src', import.meta.url).pathname;

/** Code that every request passes through, and code that surfaces reach only through an interface. */
const shared: readonly Place[] = [
  { file: 'http/base/body-budget.ts', name: 'BodyBudget' },
  { file: 'db/database.ts', name: 'openDatabase' },
  // Only the operator can see why Hark isn't ready.
  { file: 'app/ready-installation.ts', name: 'readyContext', alone: true },
];

/** Code that every request to a Fastify surface passes through. */
const framework: readonly Place[] = [
  { file: 'http/server/server.ts', name: 'buildServer' },
  { file: 'http/request/surface.ts', name: 'openSurface' },
];

/** The probes only log their errors and don't return them. */
const closed: readonly Place[] = [{ file: 'http/server/health.ts', name: 'healthSurface' }];

/** The surfaces by name. */
const surfaces: Readonly<
  Record<
    string,
    {
      title: string;
      entrance: Place;
      isOutsideFramework?: true;
      closed?: readonly Place[];
      more?: () => string;
    }
  >
> = {
  api: { title: 'REST API: `/api`', entrance: { file: 'http/api/routes.ts', name: 'apiSurface' } },
  mcp: {
    title: 'Agents: `/mcp`',
    entrance: { file: 'http/mcp/routes.ts', name: 'mcpSurface' },
    // The agent server doesn't accept API keys, so these errors can't occur.
    closed: [
      { file: 'core/access/authenticate.ts', name: 'unknownKey' },
      { file: 'core/access/authenticate.ts', name: 'keyNotAllowedFrom' },
      { file: 'core/access/authenticate.ts', name: 'disabled' },
    ],
  },
  oauth: {
    title: 'OAuth and discovery: `/oauth2`, `/.well-known`',
    entrance: { file: 'http/oauth/routes.ts', name: 'oauthSurfaces' },
  },
  listener: {
    title: 'Listeners: `/listener`',
    entrance: { file: 'http/listener/entry-point.ts', name: 'listenerEntryPoint' },
    isOutsideFramework: true,
    more: listenerResponses,
  },
  'sign-in': {
    title: 'Signing in: `/sign-in`, `/sign-out`, `/forgotten`, `/set-password`',
    entrance: { file: 'http/sign-in/routes.ts', name: 'signInSurface' },
  },
  connections: {
    title: 'Connecting to outside services: `/connections`',
    entrance: { file: 'http/connections/routes.ts', name: 'connectSurface' },
  },
  'set-up': { title: 'Setup: `/set-up`', entrance: { file: 'http/setup/routes.ts', name: 'setUpSurface' } },
  'console-data': {
    title: 'Console data: `/console`',
    entrance: { file: 'http/console/data-surface.ts', name: 'consoleDataSurface' },
  },
  console: {
    title: 'Everything else: the console',
    entrance: { file: 'http/console/routes.ts', name: 'consoleSurface' },
  },
};

/** What a caller can do about each kind of error. The message has the details. */
const advice: Readonly<Record<ErrorKind, string>> = {
  invalid: 'Correct the request as the message says. Repeating the same request gets the same response.',
  unauthenticated: "Check the credential. Repeating the request doesn't help.",
  forbidden: 'Ask an administrator for the permission, or act as another user.',
  'not-found': "Check the URL and the id. Records that you don't have access to get the same response.",
  conflict: 'Read the current state again, then decide.',
  'too-many': 'Wait for `Retry-After` seconds, then send requests more slowly.',
  unavailable: 'Wait for `Retry-After` seconds, then retry. With an `Idempotency-Key`, retrying is safe.',
  fault: 'Give your administrator the `X-Request-Id` of the response. It identifies the cause in the log.',
};

interface Row extends Pick<ErrorSite, 'code'> {
  readonly kind: ErrorKind;
  readonly messages: readonly string[];
}

/**
 * Renders docs/generated/errors.md: every error in the code, the surfaces where it occurs, and its response
 * there.
 */
export async function renderErrors(): Promise<string> {
  const program = readProgram();
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(root));
  const sites = findErrorSites(program, files);
  // A fault's message is for the operator. Callers get a general message.
  const general = reachedFrom(program, root, [
    { file: 'http/request/errors.ts', name: 'publicError', alone: true },
  ]);
  const met = new Map(
    Object.entries(surfaces).map(([name, { entrance, isOutsideFramework, closed: own = [] }]) => {
      const before = isOutsideFramework ? shared : [...framework, ...shared];
      const reached = reachedFrom(program, root, [...before, entrance], [...closed, ...own]);
      return [
        name,
        sites.filter(({ node, kind }) => reached.has(node) && (kind !== 'fault' || general.has(node))),
      ];
    }),
  );
  const rows = new Map([...met].map(([name, found]) => [name, toRows(found)]));
  const answers = await askSurfaces(
    new Map(
      [...rows].map(([name, found]) => [
        name,
        found.map((row) => ({ ...row, message: row.messages[0] ?? '' })),
      ]),
    ),
  );
  const shown = new Set([...met.values()].flat());
  return page(
    Object.entries(surfaces).map(
      ([name, { title, more }]) =>
        surfaceSection(title, rows.get(name) ?? [], answers.get(name) ?? []) + (more?.() ?? ''),
    ),
    toRows(sites.filter((site) => !shown.has(site))),
  );
}

function readProgram(): ts.Program {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return ts.createProgram(
    names.map((name) => `${root}/${name}`),
    {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.NodeNext,
      allowImportingTsExtensions: true,
      noEmit: true,
      strict: true,
      types: ['node'],
    },
  );
}

/** Returns one row per code and kind, with all its messages. */
function toRows(sites: readonly ErrorSite[]): Row[] {
  const groups = Object.values(Object.groupBy(sites, ({ code, kind }) => `${code} ${kind}`));
  return groups
    .flatMap((group = []) => {
      const [first] = group;
      const messages = [...new Set(group.map(({ message }) => message))].sort();
      return first ? [{ code: first.code, kind: first.kind as ErrorKind, messages }] : [];
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
/** Formats a message as code. It may contain backticks itself. */
const quoted = (text: string) => (text.includes('`') ? `\`\` ${cell(text)} \`\`` : `\`${cell(text)}\``);
const textsOf = ({ messages }: Row) => messages.map(quoted).join('<br>');

function surfaceSection(title: string, rows: readonly Row[], answers: readonly SurfaceAnswer[]): string {
  const lines = rows
    .flatMap((row, index) => {
      const answer = answers[index];
      return answer ? [{ row, answer }] : [];
    })
    .sort((a, b) => a.answer.status - b.answer.status)
    .map(({ row, answer: { status, shape, error, message, headers } }) => {
      const called = error === undefined || error === row.code ? shape : `${shape}, as \`${error}\``;
      const more = headers.length > 0 ? `, with ${headers.map((name) => `\`${name}\``).join(', ')}` : '';
      // A surface can replace the message. A fault's message contains the request ID.
      const isItsOwn = message !== undefined && message !== row.messages[0] && row.kind !== 'fault';
      const said = isItsOwn ? quoted(message) : textsOf(row);
      return `| ${status} | \`${row.code}\` | ${row.kind} | ${called}${more} | ${said} |`;
    });
  return `## ${title}

| status | code | kind | shape | message |
|---|---|---|---|---|
${lines.join('\n')}
`;
}

/**
 * Lists what listeners send without throwing an error: rejections (spec/listeners §5.1) and the response for a
 * failed run (spec/listeners §7.2).
 */
function listenerResponses(): string {
  const refused = refusalReasons.map((reason) => {
    const { status, body } = refuse(reason, { check: 'present', detail: '' }, '<token>');
    const text = body();
    return `| ${status} | \`${reason}\` | ${text === '' ? 'empty' : 'text'} | ${text === '' ? '' : quoted(text)} |`;
  });
  const { status, message } = workflowFailed;
  return `
A listener's checks reject a request with exactly these bodies. The request inspector and \`hark requests\` show the reason.
The last row is the response of a listener that waits for its workflow (\`respond_with: workflow\`) if the run fails before it responds.

| status | reason | shape | body |
|---|---|---|---|
${refused.join('\n')}
| ${status} | a failed run | nested | ${quoted(message)} |
`;
}

function page(sections: readonly string[], others: readonly Row[]): string {
  const kinds = Object.entries(advice).map(([kind, text]) => `| ${kind} | ${text} |`);
  const pages = Object.entries(notFoundTexts).map(
    ([name, texts]) => `| 404 | ${name} | ${cell(texts.join(' '))} |`,
  );
  const unparsed = [...parserRefusals.values()].map(({ status, text }) => `| ${status} | ${quoted(text)} |`);
  const rest = others.map((row) => `| \`${row.code}\` | ${row.kind} | ${textsOf(row)} |`);
  return `<!-- Generated by \`npm run generate\`. Do not edit. -->

# Errors

Every error that this version can return, print or log. Angle brackets mark values that are filled in.
The code identifies an error and doesn't change between versions. Bodies have one of these shapes:

| shape | body |
|---|---|
| nested | \`{"error":{"code":<status>,"message":"<message>"}}\` |
| JSON-RPC | \`{"jsonrpc":"2.0","error":{"code":<number>,"message":"<message>"},"id":null}\`; an error of a tool call is a result with \`isError\` instead, and its text ends with the code |
| flat | \`{"error":"<code>","error_description":"<message>"}\` |
| text | the message alone |
| page | an HTML page |
| empty | no body |

Read \`error.message\` when \`error\` is an object, and \`error_description\` when it is a string. Every response has
the header \`X-Request-Id\`, and a 405 also \`Allow\`. In a batch, each item has its own nested error, with the status of a single request.

## What to do

| kind | what to do |
|---|---|
${kinds.join('\n')}

${sections.join('\n')}
## Pages without a code

Hark returns these pages for unknown URLs, and for requests to \`/api\` without a credential.

| status | when | text of the page |
|---|---|---|
${pages.join('\n')}

## Invalid HTTP requests

Hark responds with plain text and closes the connection.

| status | message |
|---|---|
${unparsed.join('\n')}

## Command line, startup and log

\`hark\` prints the message and exits with 2 if the kind is invalid, otherwise with 1. \`hark apply\` can also print the REST API's
errors about leads. A fault during a request is logged with the request's id, and the caller gets \`internal_error\`.

| code | kind | message |
|---|---|---|
${rest.join('\n')}
`;
}
