import { z } from 'zod';
import type { Operation } from '../../src/http/console/operation.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** The input of an operation: path parameters, query and body. */
export interface SampleInput {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
}

const schemaOf = (schema: z.ZodType | undefined): Schema | undefined =>
  schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** Returns an input that the operation's schemas accept, with all optional values set. */
export function sampleFor({ params, query, body }: Operation): SampleInput {
  const [inPath, asked, sent] = [schemaOf(params), schemaOf(query), schemaOf(body)];
  return {
    params: (inPath ? sampleOf(inPath, '') : {}) as Record<string, unknown>,
    query: (asked ? sampleOf(asked, '') : {}) as Record<string, unknown>,
    body: sent && sampleOf(sent, ''),
  };
}

function sampleOf(schema: Schema | boolean, name: string): unknown {
  if (typeof schema === 'boolean') return 'Ab1';
  const { const: constant, enum: values, anyOf, oneOf, type, items } = schema;
  if (constant !== undefined) return constant;
  if (values) return values[0];
  const [choice] = anyOf ?? oneOf ?? [];
  if (choice !== undefined) return sampleOf(choice, name);
  switch (type) {
    case 'object':
      return sampleObject(schema);
    case 'array':
      return Array.isArray(items) || items === undefined ? [] : [sampleOf(items, name)];
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1));
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return sampleText(schema, name);
  }
}

function sampleObject({ properties, additionalProperties }: Schema): Record<string, unknown> {
  if (!properties) return { known: sampleOf(additionalProperties ?? true, 'known') };
  return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, sampleOf(inner, name)]));
}

function sampleText({ format }: Schema, name: string): string {
  if (format === 'uuid' || format === 'guid') return '01920000-0000-7000-8000-000000000001';
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  if (format === 'base64') return 'QQ==';
  return /email|again|owner/.test(name) ? 'ann@example.test' : 'Ab1';
}

const far = '9007199254740991';
/** Values that an attacker might send. */
export const hostileValues: readonly unknown[] = [
  'nul \u0000 inside',
  `'; drop table leads; --`,
  '__proto__',
  'x'.repeat(100_000),
  '\ud800 half',
  '{{ 7 * 7 }}<script>alert(1)</script>',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  2 ** 31,
  Number(far),
  -Number(far),
  1e308,
  null,
  [],
  {},
  ['nul \u0000 inside'],
  { 'nul \u0000 inside': 'nul \u0000 inside', constructor: { prototype: 1 } },
];

/** For each value in the input, yields the input with that value replaced by `instead`. */
export function* eachPlace(value: unknown, instead: unknown): Generator<unknown> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      for (const changed of eachPlace(inner, instead)) {
        if (Array.isArray(value)) yield value.map((item, index) => (String(index) === name ? changed : item));
        else yield { ...value, [name]: changed };
      }
    }
  }
  yield instead;
}

/** Returns the request target of an operation. */
export function targetOf({ path }: Operation, { params, query }: SampleInput): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(textOf(params[name])));
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) asked.set(name, textOf(value));
  return `/console${filled}${asked.size === 0 ? '' : `?${asked}`}`;
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
