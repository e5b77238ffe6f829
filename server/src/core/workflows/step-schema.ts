import { z } from 'zod';
import { suggest } from '../templating/index.ts';
import { callMethods, isForbiddenCallHeader } from './call-header.ts';
import type { Step, TemplateTree } from './step.ts';

/** A word that a template can write behind `steps.` and `__data.`. */
const word = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'must be a letter, then up to 63 letters, digits or underscores');

const tree: z.ZodType<TemplateTree> = z.json();
const trees = z.record(z.string().min(1).max(200), tree);
const template = z.string();
const filled = template.min(1, 'must not be empty');

const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be the name of a header');

const named = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ name: word, type: z.literal(type), ...shape });

/** The steps of a workflow as the file of `hark apply` has them; branches and loops hold steps themselves. */
export const stepsSchema: z.ZodType<readonly Step[]> = z.lazy(() =>
  z.array(stepSchema).min(1, 'needs at least one step').max(200),
);

const branch = named('branch', {
  if: template,
  // biome-ignore lint/suspicious/noThenProperty: the key of the step (spec/provisioning §5), renamed below.
  then: stepsSchema.optional(),
  else: stepsSchema.optional(),
}).transform(({ then: whenTrue = [], else: whenFalse = [], ...rest }) => ({ ...rest, whenTrue, whenFalse }));

const wait = named('wait', { for: template.optional(), until: template.optional() }).refine(
  (value) => (value.for === undefined) !== (value.until === undefined),
  'needs either `for` or `until`',
);

const respond = named('respond', {
  status: z.union([z.int().min(200).max(599), template]).optional(),
  headers: z.record(headerName, template).optional(),
  body: tree.optional(),
  redirect: template.optional(),
}).refine(
  (value) => value.body === undefined || value.redirect === undefined,
  'takes `body` or `redirect`, not both',
);

/** A text without a template is checked when it is saved, one with a template when it runs. */
const method = template.refine(
  (text) => text.includes('{{') || text.includes('{%') || callMethods.includes(text.toUpperCase()),
  `must be one of ${callMethods.join(', ')}`,
);

const httpRequest = named('http.request', {
  method: method.default('GET'),
  url: filled,
  headers: z
    .record(
      headerName.refine(
        (name) => !isForbiddenCallHeader(name),
        'is a header that the service sets by itself',
      ),
      template,
    )
    .default({}),
  query: trees.default({}),
  body: tree.optional(),
  timeout_ms: z.union([z.int().min(100).max(30_000), template]).default(30_000),
  retry: z
    .strictObject({ max_attempts: z.union([z.int().min(1).max(20), template]) })
    .default({ max_attempts: 10 }),
});

const stepTypes = z.discriminatedUnion(
  'type',
  [
    named('lead.create', { fields: trees }),
    named('lead.update', { match: trees, fields: trees }),
    named('lead.upsert', { match: trees, fields: trees }),
    named('lead.find', { match: trees }),
    named('lead.delete', { match: trees }),
    named('set', { values: z.record(word, tree) }),
    branch,
    named('for_each', { items: tree, as: word.default('item'), steps: stepsSchema }),
    wait,
    respond,
    httpRequest,
    named('notify', { user: filled, subject: filled, text: template }),
    named('workflow.start', { workflow: filled, data: tree.default({}) }),
    named('stop', { as: z.enum(['succeeded', 'failed']), message: template.default('') }),
  ],
  { error: ({ code, input }) => (code === 'invalid_union' ? describeType(input) : undefined) },
);

/** One step by itself. */
export const stepSchema: z.ZodType<Step> = stepTypes;

const knownTypes = (): string[] =>
  stepTypes.options.flatMap((option) => [...(option._zod.propValues.type ?? [])].map(String));

function describeType(step: unknown): string {
  const { type } = step as { type?: unknown };
  const available = `Available: ${knownTypes().join(', ')}.`;
  if (type === undefined) return `A step needs a type. ${available}`;
  const guess = suggest(String(type), knownTypes());
  return `Unknown step type "${String(type)}".${guess === undefined ? '' : ` Did you mean ${guess}?`} ${available}`;
}
