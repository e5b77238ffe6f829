import { stepTypes } from '../../../api/step-types.gen.ts';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import { stepGroups } from './new-step.ts';

/** The types that match, best first. Among equally good matches the order of the groups decides. */
export function findStepTypes(typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  return stepGroups
    .flatMap(({ types }) => types)
    .map((type) => ({ type, rank: rankOf(type, wanted) }))
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ type }) => type);
}

/** A match in the id or the name counts more than one in the help text; -1 is no match. */
function rankOf(type: string, wanted: string): number {
  const { label = '', keywords = [] } = stepTexts.types[type] ?? {};
  const help = stepTypes[type]?.about ?? '';
  const names = [type, label.toLowerCase()];
  const starts = (text: string) => text.startsWith(wanted);
  const contains = (text: string) => text.includes(wanted);
  return [
    [...names, ...keywords].includes(wanted),
    names.some(starts),
    keywords.some(starts),
    names.some(contains),
    contains(help.toLowerCase()),
  ].indexOf(true);
}
