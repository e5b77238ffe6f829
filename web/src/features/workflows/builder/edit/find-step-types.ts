import { stepTypes } from '../../../../api/step-types.gen.ts';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { stepGroups } from './new-step.ts';

/** Returns the matching step types, best match first. Equally good matches keep the order of the groups. */
export function findStepTypes(typed: string): readonly string[] {
  const search = typed.trim().toLowerCase();
  return stepGroups
    .flatMap(({ types }) => types)
    .map((type) => ({ type, rank: rankOf(type, search) }))
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ type }) => type);
}

/** Ranks a match. Matches in the ID or the name come before matches in the help text. Returns -1 if there is no match. */
function rankOf(type: string, search: string): number {
  const { label = '', keywords = [] } = stepTexts.types[type] ?? {};
  const help = stepTypes[type]?.about ?? '';
  const names = [type, label.toLowerCase()];
  const starts = (text: string) => text.startsWith(search);
  const contains = (text: string) => text.includes(search);
  return [
    [...names, ...keywords].includes(search),
    names.some(starts),
    keywords.some(starts),
    names.some(contains),
    contains(help.toLowerCase()),
  ].indexOf(true);
}
