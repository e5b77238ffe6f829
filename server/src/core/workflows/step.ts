/** A JSON value in which every text is a template; the names in it are not. */
export type TemplateTree =
  | null
  | boolean
  | number
  | string
  | readonly TemplateTree[]
  | { readonly [name: string]: TemplateTree };

type Trees = Readonly<Record<string, TemplateTree>>;

interface Named<Type extends string> {
  readonly name: string;
  readonly type: Type;
}

export interface LeadCreate extends Named<'lead.create'> {
  readonly fields: Trees;
}

export interface LeadChangeStep extends Named<'lead.update' | 'lead.upsert'> {
  readonly match: Trees;
  readonly fields: Trees;
}

export interface LeadMatch extends Named<'lead.find' | 'lead.delete'> {
  readonly match: Trees;
}

export interface SetStep extends Named<'set'> {
  readonly values: Trees;
}

/** `then` and `else` as they are written: an object with a `then` would pass for a promise. */
export interface Branch extends Named<'branch'> {
  readonly if: string;
  readonly whenTrue: readonly Step[];
  readonly whenFalse: readonly Step[];
}

export interface ForEach extends Named<'for_each'> {
  readonly items: TemplateTree;
  readonly as: string;
  readonly steps: readonly Step[];
}

export interface Wait extends Named<'wait'> {
  readonly for?: string | undefined;
  readonly until?: string | undefined;
}

export interface Respond extends Named<'respond'> {
  readonly status?: number | string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: TemplateTree | undefined;
  readonly redirect?: string | undefined;
}

export interface HttpRequest extends Named<'http.request'> {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Trees;
  readonly body?: TemplateTree | undefined;
  readonly timeout_ms: number | string;
  readonly retry: { readonly max_attempts: number | string };
}

export interface Notify extends Named<'notify'> {
  readonly user: string;
  readonly subject: string;
  readonly text: string;
}

export interface WorkflowStart extends Named<'workflow.start'> {
  readonly workflow: string;
  readonly data: TemplateTree;
}

export interface Stop extends Named<'stop'> {
  readonly as: 'succeeded' | 'failed';
  readonly message: string;
}

/** One step of a workflow (spec/provisioning §5). */
export type Step =
  | LeadCreate
  | LeadChangeStep
  | LeadMatch
  | SetStep
  | Branch
  | ForEach
  | Wait
  | Respond
  | HttpRequest
  | Notify
  | WorkflowStart
  | Stop;
