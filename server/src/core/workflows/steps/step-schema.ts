import { z } from 'zod';
import { suggest } from '../../templating/index.ts';
import { commonSettings, word } from './setting-schemas.ts';
import type { StepDefinition } from './step-definition.ts';
import { type StepType, stepTypes } from './step-types.ts';

export interface Step {
  readonly name: string;
  readonly type: StepType;
  readonly disabled?: boolean;
  readonly [key: string]: unknown;
}

/** A workflow's steps, as sent by `hark apply` and the console. */
export const stepsSchema: z.ZodType<readonly Step[]> = z.lazy(() =>
  z.array(stepSchema).min(1, 'needs at least one step').max(200),
);

function schemaOf({ type, settings, children = [], rule }: StepDefinition) {
  const shape: Record<string, z.ZodType> = {};
  for (const [key, setting] of Object.entries(settings)) shape[key] = setting.schema;
  for (const { key, isRequired } of children) shape[key] = isRequired ? stepsSchema : stepsSchema.optional();
  const schema = z.strictObject({ name: word, type: z.literal(type), ...commonSettings, ...shape });
  return rule ? schema.refine((step) => rule.isMet(step), rule.message) : schema;
}

const [first, ...others] = stepTypes.map(schemaOf);

export const stepSchema = z.discriminatedUnion('type', [first as NonNullable<typeof first>, ...others], {
  error: ({ code, input }) => (code === 'invalid_union' ? describeType(input) : undefined),
}) as z.ZodType<unknown> as z.ZodType<Step>;

function describeType(step: unknown): string {
  const { type } = step as { type?: unknown };
  const known = stepTypes.map((definition) => definition.type);
  const available = `Available: ${known.join(', ')}.`;
  if (type === undefined) return `A step needs a type. ${available}`;
  const guess = suggest(String(type), known);
  return `Unknown step type "${String(type)}".${guess === undefined ? '' : ` Did you mean ${guess}?`} ${available}`;
}
