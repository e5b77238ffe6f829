import type { Plan } from '../../core/provisioning/index.ts';
import { diffSteps } from '../../core/workflows/index.ts';

type Change = Plan['changes'][number];
type Field = Change['fields'][number];
type StepDifference = ReturnType<typeof diffSteps>[number];

const signs = { create: '+', update: '~', delete: '-' } as const;

/** Longer values are shown only with --json. */
const maxLength = 60;

/** Describes a plan for people (spec/provisioning §7.2). */
export const describePlan = (plan: Plan): string =>
  describeChanges(plan, ({ create, update, delete: deleted }) =>
    [`${create} to create`, `${update} to update`, `${deleted} to delete`].join(', '),
  );

/** Describes what an apply has changed, with the lines of its plan (spec/provisioning §4.1). */
export const describeDone = (plan: Plan): string =>
  describeChanges(plan, ({ create, update, delete: deleted }) =>
    [`${create} created`, `${update} updated`, `${deleted} deleted`].join(', '),
  );

function describeChanges({ changes, summary }: Plan, sum: (summary: Plan['summary']) => string): string {
  if (changes.length === 0) return 'No changes.';
  return [...changes.map(describeChange), `${sum(summary)}.`].join('\n');
}

function describeChange({ section, item, action, fields }: Change): string {
  const values = action === 'update' ? fields.flatMap(describeField) : [];
  return [`${signs[action]} ${section} ${JSON.stringify(item)}`, ...values].join('  ');
}

function describeField({ field, old, new: wanted }: Field): string[] {
  if (field === 'steps') return diffSteps(stepsOf(old), stepsOf(wanted)).flatMap(describeStep);
  return [describeValues(field, JSON.stringify(old), JSON.stringify(wanted))];
}

const stepsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function describeStep({ kind, name, oldName, fields }: StepDifference): string[] {
  const step = `step ${name}`;
  if (kind !== 'changed') return [`${step}: ${kind}`];
  return [
    ...(oldName === null ? [] : [`${step}: renamed from ${oldName}`]),
    ...fields.map(({ field, old, new: wanted }) => describeValues(`${step} ${field}`, `${old}`, `${wanted}`)),
  ];
}

/** A changed secret has the same text before and after. */
const describeValues = (name: string, old: string, wanted: string): string =>
  old === wanted || [old, wanted].some((text) => text.length > maxLength || text.includes('\n'))
    ? `${name}: changed`
    : `${name}: ${old} → ${wanted}`;
