import type { ChildKey, SettingsOf, StepType, TemplateKey } from '../steps/step-types.ts';
import type { CompiledTree, LeafTemplate, Path } from './compile-tree.ts';

interface Compiled<Type extends StepType> {
  readonly name: string;
  readonly type: Type;
  /** Whether runs skip the step and the steps inside it. */
  readonly isDisabled: boolean;
  /** The settings as written, with defaults. Templates are still strings here. */
  readonly settings: SettingsOf<Type>;
  /** The same settings, ready to render. Settings that the author omitted are missing. */
  readonly templates: { readonly [Key in TemplateKey<Type>]?: CompiledTree };
  readonly children: { readonly [Key in ChildKey<Type>]: readonly CompiledStep[] };
  /**
   * The steps that handle a failure of this step or of a step inside it (spec/runs §2.9). The list is empty if the run
   * just continues, and undefined if it fails.
   */
  readonly onError: readonly CompiledStep[] | undefined;
}

export type CompiledStep = { [Type in StepType]: Compiled<Type> }[StepType];
export type CompiledStepOf<Type extends StepType> = Extract<CompiledStep, { readonly type: Type }>;

/** Returns all of a step's templates, without those of its child steps. */
export const templatesOf = ({ templates }: CompiledStep): readonly LeafTemplate[] =>
  Object.values<CompiledTree>(templates).flatMap((tree) => tree.templates);

/** Returns the lists of steps inside a step, with their paths in the file. */
export const childLists = ({ children, onError = [] }: CompiledStep): [Path, readonly CompiledStep[]][] => [
  ...Object.entries<readonly CompiledStep[]>(children).map(
    ([key, steps]): [Path, readonly CompiledStep[]] => [[key], steps],
  ),
  [['on_error', 'steps'], onError],
];

/** Returns the steps that a run can reach: neither disabled nor inside a disabled step. */
export const enabledSteps = (steps: readonly CompiledStep[]): CompiledStep[] =>
  steps
    .filter(({ isDisabled }) => !isDisabled)
    .flatMap((step) => [step, ...childLists(step).flatMap(([, inner]) => enabledSteps(inner))]);

export interface CompiledWorkflow {
  readonly steps: readonly CompiledStep[];
  /** Whether the body must be kept as received, because a template reads it (spec/listeners §6.8). */
  readonly readsRaw: boolean;
  /** Whether the workflow's runs can share a transaction with other runs. */
  readonly isBatchable: boolean;
  /**
   * Steps that misuse a secret because an older release allowed it, each with an error for the owner. They
   * fail instead of running. Empty for newly published versions.
   */
  readonly rejected: ReadonlyMap<string, string>;
}
