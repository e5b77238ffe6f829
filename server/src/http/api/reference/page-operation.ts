import { escapeHtml, withCode } from '../../pages/html.ts';
import type { Answer, DescribedOperation, Parameter } from './document.ts';
import { schemaLink, table, typeInWords } from './page-schema.ts';

/** Placeholder for the workspace's base URL, replaced per request. */
export const baseUrlMark = '\u0000base-url\u0000';

export interface PathOperation {
  readonly path: string;
  readonly verb: string;
  readonly operation: DescribedOperation;
}

const places = { path: 'in the path', query: 'in the query', header: 'a header' };
export const keyHeader = 'apikey: $KEY';
export const tokenHeader = 'Authorization: Bearer $TOKEN';

/** Formats JSON in single quotes, on one line if it fits. */
function shellJson(body: unknown): string {
  const line = JSON.stringify(body);
  const text = line.length > 80 ? JSON.stringify(body, null, 2) : line;
  return text.replaceAll("'", '\\u0027');
}

/** Returns a request that can be pasted into a shell. */
export function curl({ path, verb, operation }: PathOperation, credential: string): string {
  const { parameters = [], requestBody } = operation;
  const inPlace = (place: Parameter['in']) =>
    parameters.filter((one) => one.in === place && one.example !== undefined);
  const query = inPlace('query').map(({ name, example }) => `${name}=${example}`);
  const target = inPlace('path').reduce(
    (target, { name, example }) => target.replace(`{${name}}`, String(example)),
    path,
  );
  const body = requestBody?.content['application/json'].example;
  const lines = [
    `curl${verb === 'GET' || (verb === 'POST' && body !== undefined) ? '' : ` -X ${verb}`} "${baseUrlMark}${target}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    `-H "${credential}"`,
    ...(body === undefined ? [] : [`-d '${shellJson(body)}'`]),
  ];
  return lines.join(' \\\n  ');
}

export const codeBlock = (label: string, text: string) =>
  `<pre role="region" aria-label="${escapeHtml(label)}" tabindex="0"><code>${escapeHtml(text)}</code></pre>`;

const parameterTable = (summary: string, parameters: readonly Parameter[]) =>
  parameters.length === 0
    ? ''
    : table(
        `Parameters: ${summary}`,
        ['Parameter', 'Type', 'Meaning'],
        parameters.map(({ name, in: place, description, schema }) => [
          `<code>${escapeHtml(name)}</code> <span class="note">${places[place]}</span>`,
          typeInWords(schema),
          withCode(description),
        ]),
      );

function bodyLine({ requestBody }: DescribedOperation): string {
  if (!requestBody) return '';
  const { schema } = requestBody.content['application/json'];
  return `<p>The body is a JSON object: ${schemaLink(schema)}${requestBody.required ? '' : ', or nothing'}.</p>`;
}

function answerPart({ summary, responses }: DescribedOperation): string {
  const [[status, answer] = ['', { description: '' }]] = Object.entries(responses).filter(
    (entry): entry is [string, Answer] => !('$ref' in entry[1]),
  );
  const content = answer.content?.['application/json'];
  const refusals = Object.keys(responses).filter((one) => one !== status);
  const links = refusals.map((one) => `<a href="#refusal-${one}">${one}</a>`).join(' ');
  const said = `<p><strong>${status}</strong> ${escapeHtml(answer.description)}${content ? `: ${schemaLink(content.schema)}` : ''}. <span class="refusals">Errors: ${links}</span></p>`;
  if (content?.example === undefined) return said;
  return `${said}
<details><summary>Example response<span class="hidden">: ${escapeHtml(summary)}</span></summary>
${codeBlock(`Response: ${summary}`, JSON.stringify(content.example, null, 2))}</details>`;
}

export function renderOperation(described: PathOperation): string {
  const { path, verb, operation } = described;
  const { summary, description, operationId, parameters = [] } = operation;
  return `<article id="${operationId}">
<h3>${escapeHtml(summary)}</h3>
<p class="route"><span class="verb ${verb.toLowerCase()}">${verb}</span> <code>${escapeHtml(path)}</code></p>
${description === undefined ? '' : `<p>${withCode(description)}</p>`}
${parameterTable(summary, parameters)}
${bodyLine(operation)}
${codeBlock(`Request with API key: ${summary}`, curl(described, keyHeader))}
<details><summary>Same request with a token<span class="hidden">: ${escapeHtml(summary)}</span></summary>
${codeBlock(`Request with token: ${summary}`, curl(described, tokenHeader))}</details>
${answerPart(operation)}
</article>`;
}
