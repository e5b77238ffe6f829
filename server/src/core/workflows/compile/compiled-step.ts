import type { ChildKey, SettingsOf, StepType, TemplateKey } from '../steps/step-types.ts';
import type { CompiledTree, LeafTemplate } from './compile-tree.ts';

/** A step with its templates compiled. */
interface Compiled<Type extends StepType> {
  readonly name: string;
  readonly type: Type;
  /** As written, with defaults; templates are text here. */
  readonly settings: SettingsOf<Type>;
  /** The same settings, ready to render; one that the author left out is missing. */
  readonly templates: { readonly [Key in TemplateKey<Type>]?: CompiledTree };
  readonly children: { readonly [Key in ChildKey<Type>]: readonly CompiledStep[] };
}

export type CompiledStep = { [Type in StepType]: Compiled<Type> }[StepType];
export type CompiledStepOf<Type extends StepType> = Extract<CompiledStep, { readonly type: Type }>;

/** Every template of a step, without those of the steps inside it. */
export const templatesOf = ({ templates }: CompiledStep): readonly LeafTemplate[] =>
  Object.values<CompiledTree>(templates).flatMap((tree) => tree.templates);

/** The lists of steps inside a step, under the keys that they have in the file. */
export const childLists = ({ children }: CompiledStep): [string, readonly CompiledStep[]][] =>
  Object.entries<readonly CompiledStep[]>(children);

/** The steps of one published version, ready to run. */
export interface CompiledWorkflow {
  readonly steps: readonly CompiledStep[];
  /** Whether the body must be kept as received, because a template reads it (spec/listeners §6.8). */
  readonly readsRaw: boolean;
  /** Whether its runs can share a transaction with other runs. */
  readonly isBatchable: boolean;
  /**
   * Steps that use secrets where an older release allowed it, with what to tell their owner: they fail instead of running. Empty for
   * whatever is published now.
   */
  readonly rejected: ReadonlyMap<string, string>;
}
