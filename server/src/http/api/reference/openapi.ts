import { fault } from '../../../lib/errors.ts';
import { patternOf, type Route } from '../../request/route-table.ts';
import type { Answer, ApiDocument, DescribedOperation, Schema } from './document.ts';
import { answerExamples } from './examples.ts';
import { describedOperations, type Operation, operationTags } from './operations.ts';
import { idempotencyKey, pathParameter, queryParameters } from './parameters.ts';
import { schemas } from './schemas.ts';

const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const answering = (description: string, name: string, example = answerExamples[name]): Answer => ({
  description,
  content: { 'application/json': { schema: schemaRef(name), example } },
});

/** The errors that any request can get, by status (spec/rest-api §3.2). */
const refusals: Readonly<Record<number, Answer>> = {
  400: answering('Malformed request or invalid field value', 'NestedError'),
  401: answering('Missing, invalid or disabled credential', 'FlatError'),
  403: {
    description:
      'The role lacks the permission Access REST API (flat error), or permission for this record (nested error)',
    content: {
      'application/json': { schema: { oneOf: [schemaRef('FlatError'), schemaRef('NestedError')] } },
    },
  },
  404: answering('Not found; an HTML page if no credential was sent', 'NestedError'),
  409: answering(
    'A request with the same Idempotency-Key is still in progress, another request changed the same data at the same time, or the workflow or webhook is disabled',
    'NestedError',
  ),
  410: answering('The cursor is older than 30 days; read again without it', 'NestedError'),
  422: answering('The Idempotency-Key was already used with another body', 'NestedError'),
  429: answering('The workspace exceeded its rate limit; see Retry-After', 'NestedError'),
  500: answering('Internal error; quote the X-Request-Id when you report it', 'NestedError'),
  503: answering('Temporarily unavailable; see Retry-After', 'NestedError'),
};

/** The OpenAPI 3.1 document of the REST API, generated from its route table. */
export function describeApi(routes: readonly Route[], version: string): ApiDocument {
  const paths: Record<string, Record<string, DescribedOperation>> = {};
  for (const route of routes) {
    const pattern = patternOf(route.path);
    const name = `${route.method} ${pattern}`;
    const operation = describedOperations[name];
    if (!operation)
      throw fault('route_not_described', `${name} is missing in http/api/reference/operations.ts.`);
    const path = `/api${pattern.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hark REST API',
      version,
      description:
        'Every request acts as one user: it has their permissions, and changes appear under their name in the history.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The workspace that serves this document' }],
    tags: Object.entries(operationTags).map(([name, description]) => ({ name, description })),
    security: [{ apikey: [] }, { apikeyInQuery: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        apikey: {
          type: 'apiKey',
          in: 'header',
          name: 'apikey',
          description:
            'The API key of a user. The header name must be spelled exactly like this, in lower case.',
        },
        apikeyInQuery: {
          type: 'apiKey',
          in: 'query',
          name: 'apikey',
          description:
            "The same key as a query parameter, for clients that can't set headers. URLs end up in logs and browser histories, so prefer the header.",
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of an API client or of an OAuth app.',
        },
      },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, answer]) => [`Refusal${status}`, answer]),
      ),
      schemas,
    },
  };
}

/** Requests with these bodies also work without one. */
const mayBeEmpty = ['Search', 'Start', 'Publication', 'Retry'];
const outcomes: Readonly<Record<number, string>> = { 201: 'Created', 202: 'Accepted' };

function describe(route: Route, operation: Operation): DescribedOperation {
  const { tag, summary, about, body, example, status = 200, answer, answered } = operation;
  const { query = [], isRepeatable } = operation;
  const parameters = [
    ...[...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => pathParameter(name, recordOf(route))),
    ...query.flatMap((name) => queryParameters[name] ?? []),
    ...(isRepeatable ? [idempotencyKey] : []),
  ];
  const isWrite = isRepeatable || route.method === 'PUT' || route.method === 'DELETE';
  const refused = Object.keys(refusals).filter(
    (one) =>
      (one !== '422' || isRepeatable) &&
      (one !== '409' || isWrite) &&
      (one !== '410' || query.includes('after')),
  );
  return {
    tags: [tag],
    summary,
    ...(about === undefined ? {} : { description: about }),
    operationId: operationId(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !mayBeEmpty.includes(body),
            content: { 'application/json': { schema: schemaRef(body), example } },
          },
        }),
    responses: {
      [status]:
        answer === undefined
          ? { description: 'Success, no content' }
          : answering(outcomes[status] ?? 'Done', answer, answered),
      ...Object.fromEntries(refused.map((one) => [one, { $ref: `#/components/responses/Refusal${one}` }])),
    },
  };
}

/** Returns what the ID in the path identifies, such as `lead` in `/leads/:id`. */
const recordOf = ({ path }: Route): string => path.split('/')[1]?.replace(/s$/, '') ?? '';

/** Returns a name such as `patch_leads_id`. Keep it stable, because generators derive function names from it. */
const operationId = ({ method, path }: Route) =>
  `${method}${patternOf(path)}`.toLowerCase().replace(/[^a-z]+/g, '_');
