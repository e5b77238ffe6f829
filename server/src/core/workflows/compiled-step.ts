import type { Template } from '../templating/index.ts';
import type { CompiledTree, LeafTemplate } from './compile-tree.ts';

interface Named<Type extends string> {
  readonly name: string;
  readonly type: Type;
}

/** A condition with what it reads. */
export interface Condition extends LeafTemplate {
  readonly template: Template<boolean>;
}

/** A step with its templates compiled; the keys are those of step.ts. */
export type CompiledStep =
  | (Named<'lead.create'> & { readonly fields: CompiledTree })
  | (Named<'lead.update' | 'lead.upsert'> & { readonly match: CompiledTree; readonly fields: CompiledTree })
  | (Named<'lead.find' | 'lead.delete'> & { readonly match: CompiledTree })
  | (Named<'set'> & { readonly values: CompiledTree })
  | (Named<'branch'> & {
      readonly if: Condition;
      readonly whenTrue: readonly CompiledStep[];
      readonly whenFalse: readonly CompiledStep[];
    })
  | (Named<'for_each'> & {
      readonly items: CompiledTree;
      readonly as: string;
      readonly steps: readonly CompiledStep[];
    })
  | (Named<'wait'> & { readonly by: 'for' | 'until'; readonly time: CompiledTree })
  | (Named<'respond'> & {
      readonly status: CompiledTree;
      readonly headers: CompiledTree;
      /** As they are written, for the checks when a workflow is saved. */
      readonly headerSources: Readonly<Record<string, string>>;
      readonly body: CompiledTree | undefined;
      readonly redirect: CompiledTree | undefined;
    })
  | (Named<'http.request'> & {
      readonly method: CompiledTree;
      readonly url: CompiledTree;
      readonly headers: CompiledTree;
      readonly query: CompiledTree;
      readonly body: CompiledTree | undefined;
      readonly timeoutMs: CompiledTree;
      readonly mostAttempts: CompiledTree;
    })
  | (Named<'notify'> & {
      readonly user: CompiledTree;
      readonly subject: CompiledTree;
      readonly text: CompiledTree;
    })
  | (Named<'workflow.start'> & { readonly workflow: CompiledTree; readonly data: CompiledTree })
  | (Named<'stop'> & { readonly as: 'succeeded' | 'failed'; readonly message: CompiledTree });

/** The steps of one published version, ready to run. */
export interface CompiledWorkflow {
  readonly steps: readonly CompiledStep[];
  /** Whether the body must be kept as received, because a template reads it (spec/listeners §6.8). */
  readonly readsRaw: boolean;
  /** Whether all that it does is to wait and to work on data and leads: such a run speaks to nobody. */
  readonly isSimple: boolean;
  /**
   * Steps that use secrets where an older release allowed it, with what to tell their owner: they fail instead of running. Empty for
   * whatever is published now.
   */
  readonly rejected: ReadonlyMap<string, string>;
}
