import { secret } from '../listener/delivery.ts';
import type { partsOf } from './peer-process.ts';

export const workflowId = 'benchmarkLeads01';
export const path = 'leads';

/** Returns n8n's credentials for the token and for the database that it writes to. */
export const credentialsFor = ({ port, ...database }: ReturnType<typeof partsOf>) => [
  {
    id: 'benchmarkToken01',
    name: 'token',
    type: 'jwtAuth',
    data: { keyType: 'passphrase', secret, algorithm: 'HS256' },
  },
  {
    id: 'benchmarkTable01',
    name: 'table',
    type: 'postgres',
    data: { ...database, port: Number(port), ssl: 'disable' },
  },
];

const assign = (name: string, expression: string) => ({
  id: name,
  name,
  value: `={{ ${expression} }}`,
  type: 'string',
});

const isNotEmpty = {
  id: 'known',
  leftValue: '={{ $json.email }}',
  rightValue: '',
  operator: { type: 'string', operation: 'notEmpty', singleValue: true },
};

const nodes = [
  {
    name: 'Webhook',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2.1,
    webhookId: 'benchmark-webhook',
    parameters: {
      httpMethod: 'POST',
      path,
      authentication: 'jwtAuth',
      responseMode: 'onReceived',
      options: {},
    },
    credentials: { jwtAuth: { id: 'benchmarkToken01', name: 'token' } },
  },
  {
    name: 'Set',
    type: 'n8n-nodes-base.set',
    typeVersion: 3.4,
    parameters: {
      assignments: {
        assignments: [
          assign('first_name', '$json.body.customer.first_name.toUpperCase()'),
          assign('last_name', '$json.body.customer.last_name'),
          assign('email', '$json.body.customer.email'),
          assign('city', '$json.body.customer.city'),
        ],
      },
      options: {},
    },
  },
  {
    name: 'If',
    type: 'n8n-nodes-base.if',
    typeVersion: 2.2,
    parameters: {
      conditions: {
        options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
        conditions: [isNotEmpty],
        combinator: 'and',
      },
      options: {},
    },
  },
  {
    name: 'Insert',
    type: 'n8n-nodes-base.postgres',
    typeVersion: 2.5,
    parameters: {
      operation: 'insert',
      schema: { __rl: true, mode: 'list', value: 'public' },
      table: { __rl: true, mode: 'list', value: 'received' },
      columns: { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] },
      options: {},
    },
    credentials: { postgres: { id: 'benchmarkTable01', name: 'table' } },
  },
];

const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });

/** The same steps as Hark's: check the token, set values, branch, store the lead. */
export const workflow = {
  id: workflowId,
  name: 'Benchmark',
  nodes: nodes.map((node, index) => ({ id: `node-${index}`, position: [index * 200, 0], ...node })),
  connections: { Webhook: to('Set'), Set: to('If'), If: to('Insert') },
  settings: { executionOrder: 'v1' },
  active: false,
};
