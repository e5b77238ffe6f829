import { fault } from '../../../lib/errors.ts';
import type { Route } from '../../route-table.ts';
import { type Operation, operations } from './operations.ts';
import { answerOf, schemas } from './schemas.ts';

/** Every answer that any request can get. */
const refusals = {
  400: {
    description: 'Malformed request, or a value that a field does not accept',
    content: answerOf(schemaRef('NestedError')),
  },
  401: { description: 'Missing, wrong or disabled credential', content: answerOf(schemaRef('FlatError')) },
  403: {
    description: 'The role lacks Access REST API (flat), or rights on the record (nested)',
    content: answerOf({ oneOf: [schemaRef('FlatError'), schemaRef('NestedError')] }),
  },
  404: {
    description: 'No such thing; an HTML page when no credential was sent',
    content: answerOf(schemaRef('NestedError')),
  },
  429: {
    description: 'Rate limit of the workspace exceeded; see Retry-After',
    content: answerOf(schemaRef('NestedError')),
  },
};

function schemaRef(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/** The OpenAPI 3.1 document of the REST API, made from its table of routes. */
export function describeApi(routes: readonly Route[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    const operation = operations[name];
    if (!operation)
      throw fault('route_not_described', `${name} is missing in http/api/reference/operations.ts.`);
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hark REST API',
      version,
      description: 'Every request acts as one user: with his rights, and with his name in the history.',
    },
    security: [{ apikey: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        apikey: {
          type: 'apiKey',
          in: 'header',
          name: 'apikey',
          description: 'Exactly this spelling, lower case.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of an API client, or of an OAuth app.',
        },
      },
      schemas,
    },
  };
}

function describe(route: Route, { summary, body, status = 200, answer, query = [] }: Operation) {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer' },
  }));
  const inQuery = query.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
  const parameters = [...inPath, ...inQuery];
  return {
    summary,
    operationId: operationId(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined
      ? {}
      : { requestBody: { required: body !== 'Search', content: answerOf(schemaRef(body)) } }),
    responses: {
      [status]: {
        description: answer === undefined ? 'Done, no content' : 'Done',
        ...(answer === undefined ? {} : { content: answerOf(schemaRef(answer)) }),
      },
      ...refusals,
    },
  };
}

/** `patch_leads_id`: stable, and what generators make a function's name of. */
const operationId = ({ method, path }: Route) => `${method}${path}`.toLowerCase().replace(/[^a-z]+/g, '_');
