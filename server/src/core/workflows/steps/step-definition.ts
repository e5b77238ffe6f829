import type { z } from 'zod';
import type { Act } from '../../access/index.ts';
import type { StepProblem } from '../compile/compile-tree.ts';

export interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Templates and conditions are rendered when the step runs. Literals are used as written. */
  readonly kind: 'template' | 'condition' | 'literal';
  readonly secrets?: boolean;
  /**
   * What the names in this setting refer to: the keys of a map, the entries of a list, the `alias` of filters, or
   * the setting itself. Saving reports names that don't exist in the workspace.
   */
  readonly refersTo?: 'lead fields' | 'unique lead fields' | 'workflow' | 'role' | 'connection';
}

interface TemplateSetting<Schema extends z.ZodType> extends Setting<Schema> {
  readonly kind: 'template' | 'condition';
}

export const template = <Schema extends z.ZodType>(
  schema: Schema,
  options: Pick<Setting, 'secrets' | 'refersTo'> = {},
): TemplateSetting<Schema> => ({ schema, kind: 'template', ...options });

export const condition = <Schema extends z.ZodType>(schema: Schema): TemplateSetting<Schema> => ({
  schema,
  kind: 'condition',
});

export const literalSetting = <Schema extends z.ZodType>(
  schema: Schema,
  options: Pick<Setting, 'refersTo'> = {},
) => ({ schema, kind: 'literal', ...options }) as const satisfies Setting;

type Settings = Readonly<Record<string, Setting>>;

/** The settings with defaults. Templates are still strings. */
export type SettingValues<Of extends Settings> = {
  readonly [Key in keyof Of]: z.output<Of[Key]['schema']>;
};

export interface ChildList<Key extends string = string> {
  readonly key: Key;
  readonly isRequired?: boolean;
  /**
   * For child steps that run once per item: the setting with the items, and the setting that names the
   * variable.
   */
  readonly loop?: { readonly items: string; readonly as: string };
}

/**
 * All static properties of a step type. Its handler is in `engine/interpreter/handlers/step-handlers.ts`, its
 * form in the console's builder.
 */
export interface StepDefinition<
  Type extends string = string,
  Of extends Settings = Settings,
  ChildKey extends string = string,
> {
  readonly type: Type;
  /** A one-sentence description for the console and the reference. */
  readonly about: string;
  /** The settings, in the order in which the reference and the run view show them. */
  readonly settings: Of;
  /** An example with valid settings, for the reference. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Describes the output for the reference. Steps without an output return null. */
  readonly output?: string;
  readonly rule?: { readonly message: string; isMet(settings: SettingValues<Of>): boolean };
  defaults?(settings: SettingValues<Of>): Partial<SettingValues<Of>>;
  /**
   * Checks rules that apply only when saving; paths are relative to the step. Stored versions may break these
   * rules.
   */
  checkSaved?(settings: SettingValues<Of>): readonly StepProblem[];
  readonly children?: readonly ChildList<ChildKey>[];
  /** Permissions that the workflow's owner needs. */
  readonly permissions?: readonly Act[];
  /**
   * What the step uses besides its run's data:
   * - `database`: reads or writes in the run's transaction, which is rolled back if the step fails,
   * - `runs`: also starts another run,
   * - `outside`: calls a server between two transactions, at least once.
   */
  readonly reaches: 'nothing' | 'database' | 'runs' | 'outside';
  /**
   * Returns whether a run with this step can share a transaction with other runs. That requires that the step
   * succeeds or waits, and makes no outgoing call.
   */
  canBatch(settings: SettingValues<Of>): boolean;
  /** True if the step ends the run. Retrying such a run repeats this step. */
  readonly endsRun?: boolean;
  /** True if an unfinished step stores its progress as its output. A retry of the run resumes from there. */
  readonly keepsProgress?: boolean;
  readonly addsToData?: boolean;
  /** Whether to retry the step if another writer took a unique value at the same time. */
  readonly repeatsOnRace?: boolean;
  readonly needsMail?: boolean;
  /** Whether no setting may contain a secret, not even one that an earlier step passes on (spec/runs §2.5). */
  readonly refusesSecrets?: boolean;
  /** Whether the author can supply the step's response in a test run. */
  readonly isAnsweredInTests?: boolean;
  /** What the console links to from the step's output: the lead `id` or the run `run_id`. */
  readonly linksTo?: 'lead' | 'run';
}

export const defineStep = <
  const Type extends string,
  Of extends Settings,
  const ChildKey extends string = never,
>(
  definition: StepDefinition<Type, Of, ChildKey>,
): StepDefinition<Type, Of, ChildKey> => definition;
