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
  400: answering('Malformed request, or a value that a field does not accept', 'NestedError'),
  401: answering('Missing, wrong or disabled credential', 'FlatError'),
  403: {
    description: 'The role lacks Access REST API (flat), or rights on the record (nested)',
    content: {
      'application/json': { schema: { oneOf: [schemaRef('FlatError'), schemaRef('NestedError')] } },
    },
  },
  404: answering('No such thing; an HTML page when no credential was sent', 'NestedError'),
  409: answering(
    'A twin with the same Idempotency-Key is being served, or somebody wrote the same at the same moment',
    'NestedError',
  ),
  422: answering('The Idempotency-Key was used for another body', 'NestedError'),
  429: answering('Rate limit of the workspace exceeded; see Retry-After', 'NestedError'),
  500: answering('A fault of the service; the X-Request-Id leads to its cause', 'NestedError'),
  503: answering('Not available right now; see Retry-After', 'NestedError'),
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
      description: 'Every request acts as one user: with their rights, and with their name in the history.',
    },
    tags: Object.entries(operationTags).map(([name, description]) => ({ name, description })),
    security: [{ apikey: [] }, { apikeyInQuery: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        apikey: {
          type: 'apiKey',
          in: 'header',
          name: 'apikey',
          description: 'The key of a user. Exactly this spelling, lower case.',
        },
        apikeyInQuery: {
          type: 'apiKey',
          in: 'query',
          name: 'apikey',
          description:
            'The same key as a query parameter, for clients that cannot set headers. URLs end up in logs and browser histories, so prefer the header.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of an API client, or of an OAuth app.',
        },
      },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, answer]) => [`Refusal${status}`, answer]),
      ),
      schemas,
    },
  };
}

function describe(route: Route, operation: Operation): DescribedOperation {
  const { tag, summary, about, body, example, status = 200, answer, answered } = operation;
  const { query = [], isRepeatable } = operation;
  const parameters = [
    ...[...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => pathParameter(name)),
    ...query.flatMap((name) => queryParameters[name] ?? []),
    ...(isRepeatable ? [idempotencyKey] : []),
  ];
  const isWrite = isRepeatable || route.method === 'PUT' || route.method === 'DELETE';
  const refused = Object.keys(refusals).filter(
    (one) => (one !== '422' || isRepeatable) && (one !== '409' || isWrite),
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
            required: body !== 'Search',
            content: { 'application/json': { schema: schemaRef(body), example } },
          },
        }),
    responses: {
      [status]:
        answer === undefined
          ? { description: 'Done, no content' }
          : answering(status === 201 ? 'Created' : 'Done', answer, answered),
      ...Object.fromEntries(refused.map((one) => [one, { $ref: `#/components/responses/Refusal${one}` }])),
    },
  };
}

/** Like `patch_leads_id`. Keep it stable: generators derive function names from it. */
const operationId = ({ method, path }: Route) =>
  `${method}${patternOf(path)}`.toLowerCase().replace(/[^a-z]+/g, '_');
