import type { components } from '../api.gen.ts';
import { type ApiSettings, type CallOptions, callApi } from '../api.ts';

type Schemas = components['schemas'];

/** A workspace in the form of the file for `hark apply`. */
export type WorkspaceFile = Schemas['WorkspaceExported']['workspace'];

/** What applying a file changes. Secret values are `[secret]`. */
export type Plan = Schemas['Plan'];

/** Applies and exports the whole workspace. Only administrators can use it. */
export class Workspace {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** Returns the workspace as a file, with references instead of secret values. */
  async export(options?: CallOptions): Promise<WorkspaceFile> {
    return (await callApi(this.#api, 'get_workspace_export', { options })).workspace;
  }

  /** Returns what `apply` would change, and changes nothing. */
  async plan(workspace: WorkspaceFile, options?: CallOptions): Promise<Plan> {
    const body = { workspace, plan: true, show_secrets: false };
    return (await callApi(this.#api, 'post_workspace_apply', { body, options })) as Plan;
  }

  /** Brings the workspace to the described state. @returns it, with IDs and generated values */
  async apply(
    workspace: WorkspaceFile,
    { showSecrets = false, ...options }: CallOptions & { readonly showSecrets?: boolean } = {},
  ): Promise<WorkspaceFile> {
    const body = { workspace, plan: false, show_secrets: showSecrets };
    const applied = await callApi(this.#api, 'post_workspace_apply', { body, options });
    return (applied as Schemas['WorkspaceExported']).workspace;
  }
}
