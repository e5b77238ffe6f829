import type { components } from '../api.gen.ts';
import { type ApiSettings, type CallOptions, callApi, type WriteOptions } from '../api.ts';

type Schemas = components['schemas'];

/** A workflow in a list. */
export type WorkflowSummary = Schemas['WorkflowSummary'];

/** A workflow with its published steps, its draft and its listener. Secrets are never returned. */
export type Workflow = Schemas['Workflow'];

/** A workflow to create. */
export type NewWorkflow = Schemas['WorkflowInput'];

/** The values to change. Omitted values stay unchanged. */
export type WorkflowChange = Schemas['WorkflowChange'];

/** Which past requests to use. */
export type ShadowInput = Schemas['ShadowInput'];

/** What a draft would do differently with past requests. */
export type Shadow = Schemas['Shadow'];

/** Which workflows to list. */
export interface WorkflowParams {
  /** Only the workflow with exactly this name. */
  readonly name?: string;
  readonly limit?: number;
  readonly start?: number;
}

/** Manages and starts workflows, limited to those that the user can view or edit. */
export class Workflows {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** Returns one page of workflows, by ID. */
  async list(
    params: WorkflowParams = {},
    options?: CallOptions,
  ): Promise<{ total: number; workflows: WorkflowSummary[] }> {
    const answer = await callApi(this.#api, 'get_workflows', { query: { ...params }, options });
    return { total: Number(answer.total), workflows: answer.workflows };
  }

  async get(id: number, options?: CallOptions): Promise<Workflow> {
    return (await callApi(this.#api, 'get_workflows_id', { id, options })).workflow;
  }

  /** Creates a workflow as a draft. Nothing runs until it is published. */
  async create(workflow: NewWorkflow, options?: WriteOptions): Promise<Workflow> {
    return (await callApi(this.#api, 'post_workflows_new', { body: workflow, options })).workflow;
  }

  /** Changes settings at once, and saves steps as a draft. */
  async update(id: number, values: WorkflowChange, options?: WriteOptions): Promise<Workflow> {
    return (await callApi(this.#api, 'patch_workflows_id', { id, body: values, options })).workflow;
  }

  /** Publishes the draft. With a revision, throws a HarkError with status 409 if the draft has changed since. */
  async publish(id: number, revision?: number, options?: WriteOptions): Promise<Workflow> {
    const body = revision === undefined ? {} : { revision };
    return (await callApi(this.#api, 'post_workflows_id_publish', { id, body, options })).workflow;
  }

  /**
   * Executes the draft and the published version with past requests, and returns what would change. Nothing is stored,
   * called or sent. Pass `next` as `before` to continue with older requests.
   */
  shadow(id: number, body: ShadowInput = {}, options?: CallOptions): Promise<Shadow> {
    return callApi(this.#api, 'post_workflows_id_shadow', { id, body, options });
  }

  /** Starts a run that reads `data` as `__data`. The run is stored when this returns. @returns the run's ID */
  async start(
    id: number,
    data: Readonly<Record<string, unknown>> = {},
    options?: WriteOptions,
  ): Promise<string> {
    const { run_id } = await callApi(this.#api, 'post_workflows_id_start', { id, body: { data }, options });
    return run_id;
  }

  async delete(id: number, options?: CallOptions): Promise<void> {
    await callApi(this.#api, 'delete_workflows_id', { id, options });
  }
}
