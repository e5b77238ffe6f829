import { z } from 'zod';
import { fault } from '../../../lib/errors.ts';
import { isRecord } from '../../../lib/json.ts';
import { permissions } from '../../access/index.ts';
import { stepsSchema } from '../../workflows/index.ts';
import { fileKeys } from './file-keys.ts';
import { fileSchema, stepsInFile } from './file-schema.ts';
import { secretPlaces } from './secret-places.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const options = { io: 'input', unrepresentable: 'any' } as const;

/** A reference to a secret (spec/provisioning §9). */
const reference: JsonSchema = {
  description:
    'Where to find the secret: an environment variable or a file. keep: true keeps the stored secret.',
  oneOf: [
    ...['env', 'file'].map((key) => onlyKey(key, { type: 'string', minLength: 1 })),
    onlyKey('keep', { const: true }),
  ],
};

/** Returns the JSON Schema of the file, for editors (spec/provisioning §10). */
export function describeFile(): JsonSchema {
  const { $defs: inSteps, $schema: _, ...steps } = stepsDefinition();
  const { $defs, ...file } = z.toJSONSchema(fileSchema, {
    ...options,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema !== stepsInFile) return;
      delete jsonSchema.type;
      delete jsonSchema.items;
      jsonSchema.$ref = '#/$defs/steps';
    },
  });
  return {
    ...(describeKeys(allowReferences(file, secretPlaces)) as JsonSchema),
    title: 'A file for hark apply',
    $defs: { ...$defs, ...(inSteps as object), steps, reference },
  };
}

/** Steps contain steps, so their definition refers to itself. */
function stepsDefinition(): JsonSchema {
  const text = JSON.stringify(z.toJSONSchema(stepsSchema, options));
  return JSON.parse(text.replaceAll('"$ref":"#"', '"$ref":"#/$defs/steps"'));
}

/** Adds to each key of a workspace what it means. `path` leaves out the levels that have no name. */
function describeKeys(schema: unknown, path = ''): unknown {
  if (Array.isArray(schema)) return schema.map((one) => describeKeys(one, path));
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key !== 'properties' || !isRecord(value)) return [key, describeKeys(value, path)];
      return [key, mapEntries(value, (one, name) => describeKey(one, name, path))];
    }),
  );
}

function describeKey(schema: JsonSchema, name: string, path: string): JsonSchema {
  if (name === 'workspaces') return describeKeys(schema) as JsonSchema;
  const below = path === '' ? name : `${path}.${name}`;
  return { ...(describeKeys(schema, below) as JsonSchema), description: descriptionOf(below) };
}

function descriptionOf(path: string): string {
  const permission = path.startsWith('roles.permissions.') && path.slice('roles.permissions.'.length);
  if (permission) {
    const { group, label } = permissions[permission as keyof typeof permissions];
    return `${group}: ${label}`;
  }
  const text = fileKeys[path];
  if (!text) throw fault('key_not_described', `${path} is missing in core/provisioning/file/file-keys.ts.`);
  const [about, fallback] = text;
  return fallback === undefined ? `${about}.` : `${about}. Default: ${fallback}.`;
}

/** Accepts a reference at each place of a secret. */
function allowReferences(schema: JsonSchema, places: readonly (readonly string[])[]): JsonSchema {
  if (places.length === 0) return schema;
  const inside = places.filter((place) => place.length > 0);
  const below = (key: string) =>
    inside.filter(([first]) => first === '*' || first === key).map(([, ...rest]) => rest);
  const changed = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isRecord(value))
        return [key, mapEntries(value, (one, name) => allowReferences(one, below(name)))];
      if ((key === 'items' || key === 'additionalProperties') && isRecord(value))
        return [key, allowReferences(value, below('*'))];
      if (key === 'anyOf' && Array.isArray(value))
        return [key, value.map((one) => allowReferences(one, inside))];
      return [key, value];
    }),
  );
  return inside.length < places.length ? { anyOf: [changed, { $ref: '#/$defs/reference' }] } : changed;
}

const mapEntries = (
  properties: JsonSchema,
  change: (value: JsonSchema, name: string) => JsonSchema,
): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, change(value as JsonSchema, name)]),
  );

function onlyKey(key: string, value: JsonSchema): JsonSchema {
  return { type: 'object', properties: { [key]: value }, required: [key], additionalProperties: false };
}
