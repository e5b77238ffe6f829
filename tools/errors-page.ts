import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { refusalReasons, refuse } from '../server/src/core/listeners/checks/refusals.ts';
import { workflowFailed } from '../server/src/http/listener/workflow-response.ts';
import { notFoundTexts } from '../server/src/http/pages/not-found-page.ts';
import { parserRefusals } from '../server/src/http/server/node-server.ts';
import type { ErrorKind } from '../server/src/lib/errors.ts';
import { type ErrorSite, findErrorSites } from './error-sites.ts';
import { type Place, reachedFrom } from './reached-code.ts';
import { askSurfaces, type SurfaceAnswer } from './surface-answers.ts';

const root = new URL('../server/src', import.meta.url).pathname;

/** What every request passes, and what surfaces reach by an interface only. */
const shared: readonly Place[] = [
  { file: 'http/server/body-budget.ts', name: 'BodyBudget' },
  { file: 'db/database.ts', name: 'openDatabase' },
  // Why it is not ready yet is told to the operator only.
  { file: 'app/ready-installation.ts', name: 'readyContext', alone: true },
];

/** What every request to a surface of Fastify passes. */
const framework: readonly Place[] = [
  { file: 'http/server/server.ts', name: 'buildServer' },
  { file: 'http/request/surface.ts', name: 'openSurface' },
];

/** The probes keep their errors for the log. */
const closed: readonly Place[] = [{ file: 'http/server/health.ts', name: 'healthSurface' }];

/** The surfaces, by the name that each gives itself. */
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
    // It accepts no API key, so it rejects none by these.
    closed: [
      { file: 'core/access/authenticate.ts', name: 'unknownKey' },
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
    title: 'Signing in: `/sign-in`, `/sign-out`, `/account`, `/forgotten`, `/set-password`',
    entrance: { file: 'http/sign-in/routes.ts', name: 'signInSurface' },
  },
  'set-up': { title: 'Set-up: `/set-up`', entrance: { file: 'http/setup/routes.ts', name: 'setUpSurface' } },
  'console-data': {
    title: 'What the console asks for: `/console`',
    entrance: { file: 'http/console/data-surface.ts', name: 'consoleDataSurface' },
  },
  console: {
    title: 'Everything else: the console',
    entrance: { file: 'http/console/routes.ts', name: 'consoleSurface' },
  },
};

/** What a caller does about each kind; what is wrong in particular is in the message. */
const advice: Readonly<Record<ErrorKind, string>> = {
  invalid: 'Correct the request as the message says. The same request again gets the same answer.',
  unauthenticated: 'Check the credential. Sending it again does not help.',
  forbidden: 'Ask an administrator for the right, or act as another user.',
  'not-found': 'Check the address and the id. What you may not see is answered in the same way.',
  conflict: 'Read again what is there now, then decide.',
  'too-many': 'Wait for `Retry-After` seconds, then go on more slowly.',
  unavailable:
    'Wait for `Retry-After` seconds and send it again; with an `Idempotency-Key` nothing is done twice.',
  fault: 'Tell your administrator the `X-Request-Id` of the answer: it leads to the cause in the log.',
};

interface Row extends Pick<ErrorSite, 'code'> {
  readonly kind: ErrorKind;
  readonly messages: readonly string[];
}

/** docs/generated/errors.md: every error that the code can make, where it is met, and how it is answered there. */
export async function renderErrors(): Promise<string> {
  const program = readProgram();
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(root));
  const sites = findErrorSites(program, files);
  // A fault's own text is for the operator; callers get the one that is made for them.
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

/** One row per code and kind, with all its texts. */
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
/** Texts hold backticks of their own. */
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
      // A surface may say something of its own, whatever the text; a fault's holds the id of the request.
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
 * What listeners send without an error being thrown: rejections (spec/listeners §5.1) and the response of a
 * failed run (spec/listeners §7.2).
 */
function listenerResponses(): string {
  const refused = refusalReasons.map((reason) => {
    const { status, body } = refuse(reason, '<token>');
    const text = body();
    return `| ${status} | \`${reason}\` | ${text === '' ? 'empty' : 'text'} | ${text === '' ? '' : quoted(text)} |`;
  });
  const { status, message } = workflowFailed;
  return `
The protections of a listener reject a request with exactly these bodies. The reason is what the request inspector and \`hark requests\` show.
The last row is the response where a listener waits for its workflow (\`respond_with: workflow\`) and the run fails before it responds.

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
  return `<!-- Made by \`npm run generate\`. Do not edit. -->

# Errors

Every error that the code of this version can make. What stands in angle brackets is filled in.
A code is the stable name of an error. Bodies come in these shapes:

| shape | body |
|---|---|
| nested | \`{"error":{"code":<status>,"message":"<message>"}}\` |
| JSON-RPC | \`{"jsonrpc":"2.0","error":{"code":<number>,"message":"<message>"},"id":null}\`; what a tool refuses is a result with \`isError\` instead, which ends with its code |
| flat | \`{"error":"<code>","error_description":"<message>"}\` |
| text | the message alone |
| page | HTML for people |
| empty | none |

Read \`error.message\` when \`error\` is an object, and \`error_description\` when it is a text. Every answer carries
\`X-Request-Id\`; a 405 also \`Allow\`. In a batch each item has its own nested error, with the status that it would have alone.

## What to do

| kind | what to do |
|---|---|
${kinds.join('\n')}

${sections.join('\n')}
## Pages without a code

They come before any surface: for people who came to the wrong place, and for requests to \`/api\` without a credential.

| status | when | what the page says |
|---|---|---|
${pages.join('\n')}

## What is no HTTP request

The connection is closed after it. The shape is text.

| status | message |
|---|---|
${unparsed.join('\n')}

## Command line, start and log

\`hark\` prints the message and ends with 2 when the kind is invalid, otherwise with 1. \`hark apply\` can also print what the REST API
says about leads. A fault within a request is logged with the request's id and answered as \`internal_error\`.

| code | kind | message |
|---|---|---|
${rest.join('\n')}
`;
}
