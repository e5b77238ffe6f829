import { emailNotSetUp } from '../../../lib/mail.ts';
import { findDefinition } from '../steps/step-types.ts';
import type { StepProblem } from './compile-tree.ts';
import { flattenWritten } from './written-steps.ts';

/**
 * Returns warnings for steps that are valid but will fail on this installation. Workflows with such steps can
 * still be published.
 */
export const warnSteps = (
  steps: readonly unknown[],
  installation: { readonly hasMail: boolean },
): readonly StepProblem[] =>
  flattenWritten(steps).flatMap(({ step, path }) =>
    findDefinition(step?.type)?.needsMail && !installation.hasMail
      ? [{ path, message: `${emailNotSetUp} This step will fail.` }]
      : [],
  );
