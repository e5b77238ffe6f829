import { z } from 'zod';
import { reservedHeaders } from '../../connections/index.ts';
import {
  filledText,
  hasTemplate,
  headerName,
  retrySetting,
  textSetting,
  tree,
  trees,
} from './setting-schemas.ts';
import { defineStep, literalSetting, template } from './step-definition.ts';

export const callMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const method = textSetting.refine(
  (value) => hasTemplate(value) || callMethods.includes(value.toUpperCase()),
  `must be one of ${callMethods.join(', ')}`,
);
const settableHeader = headerName.refine(
  (name) => !reservedHeaders.has(name.toLowerCase()),
  "is set by Hark and can't be overridden",
);

const isAccepted = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
const acceptedStatuses = z.custom<readonly number[]>(
  (value) =>
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= 20 &&
    value.every(isAccepted) &&
    new Set(value).size === value.length,
  'must be a list of 1 to 20 statuses from 400 to 599',
);

const connection = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => !hasTemplate(name), 'must be the name of a connection, not a template');

export const httpRequest = defineStep({
  type: 'http.request',
  about: 'Sends an HTTP request.',
  settings: {
    method: template(method.default('GET')),
    url: template(filledText, { secrets: true }),
    headers: template(z.record(settableHeader, textSetting).default({}), { secrets: true }),
    query: template(trees.default({}), { secrets: true }),
    body: template(tree.optional(), { secrets: true }),
    timeout_ms: template(z.union([z.int().min(100).max(30_000), textSetting]).default(30_000)),
    accept: literalSetting(acceptedStatuses.optional()),
    connection: literalSetting(connection.optional(), { refersTo: 'connection' }),
    retry: retrySetting,
  },
  example: {
    method: 'POST',
    url: 'https://partner.example/orders',
    headers: { Authorization: 'Bearer {{ secrets.partner }}' },
    body: { email: '{{ __data.email }}' },
    retry: { max_attempts: 5 },
  },
  output: '`{status, headers, body}` of the response',
  reaches: 'outside',
  canBatch: () => false,
  isAnsweredInTests: true,
});

/** Returns the step's output for a response body that the author of a test supplied. */
export const answeredOutput = (body: unknown) => ({ status: 200, headers: {}, body });
