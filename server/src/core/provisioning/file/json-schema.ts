import { z } from 'zod';
import { isRecord } from '../../../lib/json.ts';
import { stepsSchema } from '../../workflows/index.ts';
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
    ...allowReferences(file, secretPlaces),
    title: 'A file for hark apply',
    $defs: { ...$defs, ...(inSteps as object), steps, reference },
  };
}

/** Steps contain steps, so their definition refers to itself. */
function stepsDefinition(): JsonSchema {
  const text = JSON.stringify(z.toJSONSchema(stepsSchema, options));
  return JSON.parse(text.replaceAll('"$ref":"#"', '"$ref":"#/$defs/steps"'));
}

/** Accepts a reference at each place of a secret. */
function allowReferences(schema: JsonSchema, places: readonly (readonly string[])[]): JsonSchema {
  if (places.length === 0) return schema;
  const inside = places.filter((place) => place.length > 0);
  const below = (key: string) =>
    inside.filter(([first]) => first === '*' || first === key).map(([, ...rest]) => rest);
  const changed = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isRecord(value)) return [key, mapEntries(value, below)];
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
  below: (key: string) => readonly (readonly string[])[],
): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, allowReferences(value as JsonSchema, below(key))]),
  );

function onlyKey(key: string, value: JsonSchema): JsonSchema {
  return { type: 'object', properties: { [key]: value }, required: [key], additionalProperties: false };
}
