import { emailNotSetUp } from '../../lib/mail.ts';
import type { Path, StepProblem } from './compile-tree.ts';

/** Steps that are written correctly but will fail on this installation. They can be published all the same. */
export function warnSteps(
  steps: readonly unknown[],
  installation: { readonly hasMail: boolean },
  path: Path = [],
): readonly StepProblem[] {
  return steps.flatMap((step, index) => {
    if (typeof step !== 'object' || step === null) return [];
    const { type, ...rest } = step as Record<string, unknown>;
    const place = [...path, index];
    const own =
      type === 'notify' && !installation.hasMail
        ? [{ path: place, message: `${emailNotSetUp} This step will fail.` }]
        : [];
    const inner = ['then', 'else', 'steps'].flatMap((key) => {
      const list = rest[key];
      return Array.isArray(list) ? warnSteps(list, installation, [...place, key]) : [];
    });
    return [...own, ...inner];
  });
}
