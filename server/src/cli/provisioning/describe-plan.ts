import type { Plan } from '../../core/provisioning/index.ts';

type Change = Plan['changes'][number];

const signs = { create: '+', update: '~', delete: '-' } as const;

/** Longer values, such as steps, are shown only with --json. */
const maxLength = 60;

/** Describes a plan for people (spec/provisioning §7.2). */
export function describePlan({ changes, summary }: Plan): string {
  if (changes.length === 0) return 'No changes.';
  return [
    ...changes.map(describeChange),
    `${summary.create} to create, ${summary.update} to update, ${summary.delete} to delete.`,
  ].join('\n');
}

function describeChange({ section, item, action, fields }: Change): string {
  const values = action === 'update' ? fields.map(describeField) : [];
  return [`${signs[action]} ${section} ${JSON.stringify(item)}`, ...values].join('  ');
}

function describeField({ field, old, new: wanted }: Change['fields'][number]): string {
  const texts = [old, wanted].map((value) => JSON.stringify(value) ?? 'null');
  return texts.some((text) => text.length > maxLength)
    ? `${field}: changed`
    : `${field}: ${texts.join(' → ')}`;
}
