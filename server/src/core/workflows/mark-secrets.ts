import { type Analysis, derivesFromSecrets } from '../templating/index.ts';
import { treesOf } from './compiled-parts.ts';
import type { CompiledStep } from './compiled-step.ts';

/**
 * Finds every field into which a secret may travel: one that reads `secrets`, or reads a name that such a field filled. What is
 * marked is stored encrypted and shown as a placeholder. It says yes rather than no: masking by value alone would miss
 * what is derived.
 */
export function markSecrets(steps: readonly CompiledStep[]): void {
  const tainted = new Set<string>();
  const variables = new Set<string>();
  // A loop's second turn reads what its first one set further down: repeated until nothing is added.
  for (let before = -1; before !== tainted.size + variables.size; ) {
    before = tainted.size + variables.size;
    for (const step of steps) markStep(step, tainted, variables);
  }
}

function markStep(step: CompiledStep, tainted: Set<string>, variables: Set<string>): void {
  const isSecret = (analysis: Analysis) =>
    derivesFromSecrets(analysis, tainted) || analysis.variables.some((name) => variables.has(name));
  for (const leaf of treesOf(step).flatMap((tree) => tree.templates))
    leaf.holdsSecret ||= isSecret(leaf.analysis);
  const holds = treesOf(step).some((tree) => tree.templates.some((leaf) => leaf.holdsSecret));

  if (step.type === 'branch') {
    step.if.holdsSecret ||= isSecret(step.if.analysis);
    for (const inner of [...step.whenTrue, ...step.whenFalse]) markStep(inner, tainted, variables);
    return;
  }
  if (step.type === 'set') {
    for (const { path, holdsSecret } of step.values.templates) {
      // Behind the first `values` stands the name, then where in it the text is; both may be called `values` themselves.
      if (holdsSecret) tainted.add(`__data.${String(path[path.indexOf('values') + 1])}`);
    }
  }
  if (step.type === 'for_each') {
    if (holds) variables.add(step.as);
    for (const inner of step.steps) markStep(inner, tainted, variables);
  }
  // What a server answers is not made of what it was sent: an echo is masked by its value (docs/decisions/0025-http-request.md).
  if (step.type === 'http.request') return;
  // The output of a loop is the list of its last step's outputs.
  if (!holds && !(step.type === 'for_each' && step.steps.at(-1)?.holdsSecret)) return;
  step.holdsSecret = true;
  tainted.add(`steps.${step.name}`);
}
