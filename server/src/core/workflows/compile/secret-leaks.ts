import { type Analysis, compileTemplate } from '../../templating/index.ts';
import type { StepDefinition } from '../steps/step-definition.ts';
import { findDefinition } from '../steps/step-types.ts';
import type { Path, StepProblem } from './compile-tree.ts';
import { flattenWritten, textsIn, type WrittenStep, withoutChildren } from './written-steps.ts';

const message = 'must not contain a secret';

/** What may contain a secret, because a step before read one. */
interface Tainted {
  readonly steps: Set<string>;
  readonly data: Set<string>;
  /** The items of loops. */
  readonly variables: Set<string>;
}

/**
 * Finds settings that must not contain a secret but read one, directly or through an earlier step (spec/runs §2.5).
 * Responses of `http.request` don't count, because the secrets that it sent are removed from them.
 */
export function findLeaks(steps: readonly unknown[]): StepProblem[] {
  const written = flattenWritten(steps);
  if (!written.some(({ step }) => findDefinition(step?.type)?.refusesSecrets)) return [];
  const tainted: Tainted = { steps: new Set(), data: new Set(), variables: new Set() };
  return written.flatMap(({ step = {}, path, loops }) => {
    const definition = findDefinition(step.type);
    if (!definition) return [];
    const leaks = textsIn(withoutChildren(step), [])
      .filter(({ text }) => readsSecret(text, loops, tainted))
      .map((leak) => leak.path);
    if (!definition.refusesSecrets) {
      taint(tainted, step, definition, leaks);
      return [];
    }
    return leaks.map((leak) => ({ path: [...path, ...leak], message, isLeak: true }));
  });
}

function readsSecret(text: string, variables: readonly string[], tainted: Tainted): boolean {
  const compiled = compileTemplate(text, { profile: 'step', variables, secrets: true });
  if (!compiled.ok) return false;
  const { analysis } = compiled.template;
  return (
    analysis.secrets.length > 0 ||
    reads(analysis.steps, tainted.steps) ||
    reads(analysis.data, tainted.data) ||
    analysis.variables.some((name) => tainted.variables.has(name))
  );
}

const reads = ({ names, all }: Analysis['steps'], tainted: ReadonlySet<string>): boolean =>
  names.some((name) => tainted.has(name)) || (all && tainted.size > 0);

/** Notes where the values of a step with leaks can be read. */
function taint(
  tainted: Tainted,
  step: WrittenStep,
  { settings, children = [], addsToData }: StepDefinition,
  leaks: readonly Path[],
): void {
  const own = leaks.filter(([setting = '']) => !settings[setting]?.secrets);
  if (own.length === 0) return;
  tainted.steps.add(String(step.name));
  for (const { loop } of children) if (loop) tainted.variables.add(String(step[loop.as]));
  if (addsToData) for (const [, name = ''] of own) tainted.data.add(String(name));
}
