import type { z } from 'zod';
import type { Act } from '../../access/index.ts';
import type { StepProblem } from '../compile/compile-tree.ts';

export interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Templates and conditions are rendered when the step runs. Literals are used as written. */
  readonly kind: 'template' | 'condition' | 'literal';
  readonly secrets?: boolean;
  /** What its names refer to. Saving reports names that the workspace doesn't have. */
  readonly refersTo?: 'lead fields' | 'unique lead fields' | 'workflow';
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

export const literalSetting = <Schema extends z.ZodType>(schema: Schema) =>
  ({ schema, kind: 'literal' }) as const satisfies Setting;

type Settings = Readonly<Record<string, Setting>>;

/** The settings with defaults; templates are still text. */
export type SettingValues<Of extends Settings> = {
  readonly [Key in keyof Of]: z.output<Of[Key]['schema']>;
};

export interface ChildList<Key extends string = string> {
  readonly key: Key;
  readonly isRequired?: boolean;
  /** For lists that run once per item: the setting with the items, and the one that names the variable. */
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
  /** One sentence for the console and the reference. */
  readonly about: string;
  /** In the order of the reference and of the run view. */
  readonly settings: Of;
  /** Valid settings, for the reference. */
  readonly example: Readonly<Record<string, unknown>>;
  /** For the reference. Steps without an output give null. */
  readonly output?: string;
  readonly rule?: { readonly message: string; isMet(settings: SettingValues<Of>): boolean };
  defaults?(settings: SettingValues<Of>): Partial<SettingValues<Of>>;
  /** Rules for saving only, with paths inside the step. Stored versions may break them. */
  checkSaved?(settings: SettingValues<Of>): readonly StepProblem[];
  readonly children?: readonly ChildList<ChildKey>[];
  /** Permissions that the workflow's owner needs. */
  readonly permissions?: readonly Act[];
  /**
   * What it uses beyond the data of its run:
   * - `database`: reads or writes in the transaction of the run, which is rolled back if the step fails,
   * - `runs`: also starts another run,
   * - `outside`: calls a server between two transactions, at least once.
   */
  readonly reaches: 'nothing' | 'database' | 'runs' | 'outside';
  /** Whether a run with this step can share a transaction: the step succeeds or waits, and calls nothing. */
  canBatch(settings: SettingValues<Of>): boolean;
  /** It ends the run, so a retry of the run repeats it. */
  readonly endsRun?: boolean;
  /** While unfinished, its stored output is its progress, and a retry of the run resumes there. */
  readonly keepsProgress?: boolean;
  readonly addsToData?: boolean;
  /** Retry it if another writer took a unique value at the same moment. */
  readonly repeatsOnRace?: boolean;
  readonly needsMail?: boolean;
  /** In a test run, the author can supply its response. */
  readonly isAnsweredInTests?: boolean;
  /** The console links from its output to the lead `id` or the run `run_id`. */
  readonly linksTo?: 'lead' | 'run';
}

export const defineStep = <
  const Type extends string,
  Of extends Settings,
  const ChildKey extends string = never,
>(
  definition: StepDefinition<Type, Of, ChildKey>,
): StepDefinition<Type, Of, ChildKey> => definition;
