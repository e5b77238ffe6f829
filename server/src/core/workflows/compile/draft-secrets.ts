import { compileTemplate } from '../../templating/index.ts';
import { flattenWritten, textsIn, type WrittenStep, withoutChildren } from './written-steps.ts';

interface ReadingStep {
  readonly name: string;
  readonly secrets: ReadonlySet<string>;
}

/** Returns the secrets that each step in a draft reads. An invalid template reads none. */
export const secretsInDraft = (steps: unknown): ReadingStep[] =>
  flattenWritten(Array.isArray(steps) ? steps : []).flatMap(({ step = {}, loops }) => {
    const secrets = secretsInStep(step, loops);
    return secrets.size === 0 ? [] : [{ name: String(step.name ?? ''), secrets }];
  });

type Reading = 'secrets' | 'requiredSecrets';

export const secretsInStep = (
  step: WrittenStep,
  loops: readonly string[],
  reading: Reading = 'secrets',
): ReadonlySet<string> =>
  new Set(textsIn(withoutChildren(step), []).flatMap(({ text }) => secretsOf(text, loops, reading)));

function secretsOf(text: string, variables: readonly string[], reading: Reading): readonly string[] {
  const compiled = compileTemplate(text, { profile: 'step', variables, secrets: true });
  return compiled.ok ? compiled.template.analysis[reading] : [];
}
