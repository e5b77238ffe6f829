import type { z } from 'zod';
import type { Act } from '../../access/index.ts';
import type { StepProblem } from '../compile/compile-tree.ts';

/** One setting of a step: what an author can write, and how Hark reads it. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Templates are rendered when the step runs, conditions to true or false. Literals are used as written. */
  readonly kind: 'template' | 'condition' | 'literal';
  /** Whether its templates can read secrets. */
  readonly secrets?: boolean;
  /** What its names refer to. Saving steps reports the names that the workspace doesn't have. */
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

/** The settings of a step after its schema has filled in the defaults; templates are still text. */
export type SettingValues<Of extends Settings> = {
  readonly [Key in keyof Of]: z.output<Of[Key]['schema']>;
};

/** A list of steps inside a step. */
export interface ChildList<Key extends string = string> {
  readonly key: Key;
  readonly isRequired?: boolean;
  /** If the list runs once per item: the setting that gives the items, and the one that names the variable. */
  readonly loop?: { readonly items: string; readonly as: string };
}

/**
 * Everything that Hark knows about a type of step before it runs. `engine/interpreter/handlers/step-handlers.ts` has the handler that
 * runs it, and the console's builder has its form.
 */
export interface StepDefinition<
  Type extends string = string,
  Of extends Settings = Settings,
  ChildKey extends string = string,
> {
  readonly type: Type;
  /** What it does, in a sentence for the console and the reference. */
  readonly about: string;
  /** In the order in which the reference lists them and a run shows them. */
  readonly settings: Of;
  /** Settings of a step that can be saved, for the reference. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What its output is, for the reference. Steps without one give null. */
  readonly output?: string;
  /** A rule about several settings. */
  readonly rule?: { readonly message: string; isMet(settings: SettingValues<Of>): boolean };
  /** Defaults that depend on other settings. */
  defaults?(settings: SettingValues<Of>): Partial<SettingValues<Of>>;
  /** Rules for saving only, with paths inside the step: stored versions may break them, because an earlier release allowed it. */
  checkSaved?(settings: SettingValues<Of>): readonly StepProblem[];
  readonly children?: readonly ChildList<ChildKey>[];
  /** What the owner of the workflow must be allowed to do. */
  readonly permissions?: readonly Act[];
  /**
   * What it uses beyond the data of its run:
   * - `database`: reads or writes in the transaction of the run, which is rolled back if the step fails,
   * - `runs`: also starts another run,
   * - `outside`: calls a server between two transactions, at least once.
   */
  readonly reaches: 'nothing' | 'database' | 'runs' | 'outside';
  /** Whether a run with this step can share a transaction with other runs: the step succeeds or waits, and calls nothing. */
  canBatch(settings: SettingValues<Of>): boolean;
  /** It ends the run, so a retry of the run repeats it. */
  readonly endsRun?: boolean;
  /** While unfinished, its stored output is how far it got, and a retry of the run resumes there. */
  readonly keepsProgress?: boolean;
  /** Its output is added to `__data`. */
  readonly addsToData?: boolean;
  /** It runs again if another writer took a unique value at the same moment. */
  readonly repeatsOnRace?: boolean;
  /** It fails on installations without a mail server. */
  readonly needsMail?: boolean;
  /** In a test run, the author can supply the response that it gets. */
  readonly isAnsweredInTests?: boolean;
  /** What the console links to from its output: the lead `id`, or the run `run_id`. */
  readonly linksTo?: 'lead' | 'run';
}

/** Types the parts of a definition by its `settings`. */
export const defineStep = <
  const Type extends string,
  Of extends Settings,
  const ChildKey extends string = never,
>(
  definition: StepDefinition<Type, Of, ChildKey>,
): StepDefinition<Type, Of, ChildKey> => definition;
