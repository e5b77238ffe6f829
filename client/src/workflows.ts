import { type ApiSettings, callApi, type WriteOptions } from './api.ts';

/** Starts the workspace's workflows, limited to those that the user can edit. */
export class Workflows {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
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
}
