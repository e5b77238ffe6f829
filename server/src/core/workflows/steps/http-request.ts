import { z } from 'zod';
import { filledText, hasTemplate, headerName, textSetting, tree, trees } from './setting-schemas.ts';
import { defineStep, template } from './step-definition.ts';

export const callMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Headers that Hark sends itself, or that belong to the connection (RFC 9110, 7.6.1) or the body. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'accept-encoding',
  'expect',
  'hark-depth',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const method = textSetting.refine(
  (value) => hasTemplate(value) || callMethods.includes(value.toUpperCase()),
  `must be one of ${callMethods.join(', ')}`,
);
const settableHeader = headerName.refine(
  (name) => !reservedHeaders.has(name.toLowerCase()),
  "is set by Hark and can't be overridden",
);
const attempts = z.union([z.int().min(1).max(20), textSetting]);

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
    retry: template(z.strictObject({ max_attempts: attempts }).default({ max_attempts: 10 })),
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
