import { escapeHtml, htmlPage, policyFor, withCode } from '../../pages/html.ts';
import type { ApiDocument } from './document.ts';
import {
  baseUrlMark,
  codeBlock,
  curl,
  keyHeader,
  type PathOperation,
  renderOperation,
  tokenHeader,
} from './page-operation.ts';
import { renderSchema, schemaLink, table } from './page-schema.ts';
import { style } from './page-style.ts';

/** One workspace's HTML reference, and its content security policy. */
export interface ReferencePage {
  readonly contentSecurityPolicy: string;
  at(baseUrl: string): string;
}

/** Renders the reference once, without scripts; only the base URL in the examples differs between hosts. */
export function createReferencePage(document: ApiDocument): ReferencePage {
  const { title } = document.info;
  const parts = htmlPage(escapeHtml(title), style, renderBody(document)).split(baseUrlMark);
  return { contentSecurityPolicy: policyFor(style), at: (baseUrl) => parts.join(escapeHtml(baseUrl)) };
}

function listOperations({ paths, tags }: ApiDocument) {
  const all = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(
      ([verb, operation]): PathOperation => ({ path, verb: verb.toUpperCase(), operation }),
    ),
  );
  return tags.map(({ name, description }) => ({
    name,
    description,
    id: `tag-${name.toLowerCase()}`,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

const link = (id: string, text: string) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`;

function renderBody(document: ApiDocument): string {
  const { info, components } = document;
  const groups = listOperations(document);
  const schemas = Object.entries(components.schemas);
  return `<a class="skip" href="#content">Skip to content</a>
<div class="page">
<header>
<p><a href="/">← Back to the console</a></p>
<h1>${escapeHtml(info.title)}</h1>
<p class="lead">Version ${escapeHtml(info.version)} · <code>${baseUrlMark}/api</code> · <a href="/openapi.json">OpenAPI 3.1 document</a></p>
<p>${withCode(info.description)}</p>
</header>
<nav aria-label="Contents">
<h2>Start</h2>
<ul>${link('credentials', 'Credentials')}${link('errors', 'Errors and limits')}</ul>
${groups
  .map(({ name, operations }) => {
    const items = operations.map(({ operation }) => link(operation.operationId, operation.summary));
    return `<h2>${escapeHtml(name)}</h2>\n<ul>${items.join('')}</ul>`;
  })
  .join('\n')}
<h2>Schemas</h2>
<ul>${schemas.map(([name]) => link(`schema-${name}`, name)).join('')}</ul>
</nav>
<main id="content" tabindex="-1">
${credentials(groups.flatMap(({ operations }) => operations))}
${errors(document)}
${groups
  .map(
    ({ id, name, description, operations }) =>
      `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(name)}</h2>\n<p>${withCode(description)}</p>\n${operations.map(renderOperation).join('\n')}</section>`,
  )
  .join('\n')}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => renderSchema(name, schema)).join('\n')}</section>
</main>
</div>`;
}

/** Explains how to send a credential (spec/rest-api §1.1, §1.2). */
function credentials(operations: readonly PathOperation[]): string {
  const first = operations.find(({ path }) => path === '/api/users/self');
  const example = (label: string, header: string) => (first ? codeBlock(label, curl(first, header)) : '');
  return `<section aria-labelledby="credentials"><h2 id="credentials">Credentials</h2>
<p>Every route accepts both kinds of credential. Without one, the response is a 404 page, as if there were no API here.</p>
<p><strong>The API key of a user</strong>, in a header spelled exactly <code>apikey</code>:</p>
${example('Request with API key', keyHeader)}
<p>Clients that can't set headers can send the key in the query parameter <code>apikey</code>. URLs end up in logs and browser
histories, so prefer the header.</p>
<p><strong>The token of an API client</strong>. Create one client per integration; its token is shown once. The token stops working as
soon as the client is disabled. While a user has an active client with the scope <code>api</code>, their API key is rejected with <code>api_key_disabled</code>.</p>
${example('Request with token', tokenHeader)}
</section>`;
}

/** Explains the error shapes and status codes (spec/rest-api §3.1, §3.2). */
function errors({ components }: ApiDocument): string {
  const rows = Object.entries(components.responses).map(([name, { description, content }]) => {
    const status = name.replace(/\D/g, '');
    const schema = content?.['application/json'].schema;
    return [
      `<span id="refusal-${status}">${status}</span>`,
      schema ? schemaLink(schema) : '',
      escapeHtml(description),
    ];
  });
  const example = (name: string) => {
    const answers = Object.values(components.responses).map((answer) => answer.content?.['application/json']);
    const found = answers.find((answer) => answer?.schema.$ref === `#/components/schemas/${name}`);
    return found ? codeBlock(name, JSON.stringify(found.example, null, 2)) : '';
  };
  return `<section aria-labelledby="errors"><h2 id="errors">Errors and limits</h2>
<p>Credential errors have the flat shape and a <code>WWW-Authenticate</code> header. All other errors have the nested shape, and their message names the field.</p>
${example('FlatError')}
${example('NestedError')}
${table('Errors', ['Status', 'Shape', 'When'], rows)}
<p>Every response has an <code>X-Request-Id</code> header; include it when you ask for help. The <code>RateLimit</code> header shows how many requests the workspace has left.</p>
</section>`;
}
