import { z } from 'zod';
import { describeIssue, placesOf } from '../../../lib/describe-issue.ts';
import { isRecord } from '../../../lib/json.ts';
import { shown } from '../../../lib/shown.ts';
import { suggest } from '../../../lib/suggest.ts';
import { commonSettings, word } from './setting-schemas.ts';
import type { StepDefinition } from './step-definition.ts';
import { type StepType, stepTypes } from './step-types.ts';

export interface Step {
  readonly name: string;
  readonly type: StepType;
  readonly disabled?: boolean;
  readonly on_error?: ErrorHandler;
  readonly [key: string]: unknown;
}

/** What happens after a step has failed for good (spec/runs §2.9). */
type ErrorHandler = 'continue' | { readonly steps: readonly Step[] };

/** A workflow's steps, as sent by `hark apply` and the console. */
export const stepsSchema: z.ZodType<readonly Step[]> = z.lazy(() =>
  z.array(stepSchema).min(1, 'needs at least one step').max(200),
);

const isHandler = (value: unknown): value is 'continue' | { readonly steps: readonly unknown[] } =>
  value === 'continue' ||
  (isRecord(value) &&
    Array.isArray(value.steps) &&
    value.steps.length > 0 &&
    Object.keys(value).length === 1);

/** Problems inside the handler's steps are reported at their own paths. */
const errorHandler = z
  .custom<'continue' | { steps: unknown }>(isHandler, 'must be continue, or { steps: […] }')
  .transform((value, { issues }): ErrorHandler => {
    if (value === 'continue') return value;
    const parsed = stepsSchema.safeParse(value.steps, { error: describeIssue });
    if (parsed.success) return { steps: parsed.data };
    for (const { path, message } of placesOf(parsed.error))
      issues.push({ code: 'custom', path: ['steps', ...path], message, input: value });
    return z.NEVER;
  })
  .optional()
  .meta({
    // The JSON Schema can't be derived from code.
    anyOf: [
      { const: 'continue' },
      {
        type: 'object',
        properties: { steps: { $ref: '#' } },
        required: ['steps'],
        additionalProperties: false,
      },
    ],
  });

function schemaOf({ type, settings, children = [], rule }: StepDefinition) {
  const shape: Record<string, z.ZodType> = {};
  for (const [key, setting] of Object.entries(settings)) shape[key] = setting.schema;
  for (const { key, isRequired } of children) shape[key] = isRequired ? stepsSchema : stepsSchema.optional();
  const common = { ...commonSettings, on_error: errorHandler };
  const schema = z.strictObject({ name: word, type: z.literal(type), ...common, ...shape });
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
  const guess = suggest(shown(type), known);
  return `Unknown step type "${shown(type)}".${guess === undefined ? '' : ` Did you mean ${guess}?`} ${available}`;
}
