import type { components } from '../api.gen.ts';
import { type ApiSettings, type CallOptions, callApi, type WriteOptions } from '../api.ts';

type Schemas = components['schemas'];

/** A run in a list. */
export type RunSummary = Schemas['RunSummary'];

/** A run with its input and result. */
export type Run = Schemas['Run'];

/** A step of a run. */
export type RunStep = Schemas['RunStep'];

/** How to retry a run. From the failed step, by default. */
export type Retry = Schemas['Retry'];

/** Which runs to list. */
export interface RunParams {
  /** Only runs of the workflow with this ID. */
  readonly workflow?: number;
  readonly status?: Run['status'];
  readonly limit?: number;
  readonly start?: number;
}

/** Reads and controls runs, limited to those of workflows that the user can view or edit. */
export class Runs {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** Returns one page, newest first. */
  async list(params: RunParams = {}, options?: CallOptions): Promise<{ total: number; runs: RunSummary[] }> {
    const answer = await callApi(this.#api, 'get_runs', { query: { ...params }, options });
    return { total: Number(answer.total), runs: answer.runs };
  }

  async get(id: string, options?: CallOptions): Promise<Run> {
    return (await callApi(this.#api, 'get_runs_id', { id, options })).run;
  }

  /** Returns one page of a run's steps, in the order in which they started. */
  async steps(
    id: string,
    params: { readonly limit?: number; readonly start?: number } = {},
    options?: CallOptions,
  ): Promise<{ total: number; steps: RunStep[] }> {
    const answer = await callApi(this.#api, 'get_runs_id_steps', { id, query: params, options });
    return { total: Number(answer.total), steps: answer.steps };
  }

  /** Retries a failed or cancelled run. @returns the new run */
  async retry(id: string, params: Retry = {}, options?: WriteOptions): Promise<RunSummary> {
    return (await callApi(this.#api, 'post_runs_id_retry', { id, body: params, options })).run;
  }

  /** Cancels a run. One that has ended otherwise throws a HarkError with status 409. */
  async cancel(id: string, options?: WriteOptions): Promise<RunSummary> {
    return (await callApi(this.#api, 'post_runs_id_cancel', { id, options })).run;
  }
}
