import type { components } from './api.gen.ts';
import { type ApiSettings, type CallOptions, callApi, type WriteOptions } from './api.ts';
import type { PageParams } from './manage/page-params.ts';

type Schemas = components['schemas'];

/** A named credential for the HTTP requests of workflows. Its secret is never returned. */
export type Connection = Schemas['Connection'];

/** The values to save. Omitted values stay unchanged. */
export type ConnectionInput = Schemas['ConnectionInput'];

/** Manages the workspace's connections. Only administrators can change them. */
export class Connections {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** Returns one page of connections, by ID. */
  async list(params: PageParams = {}, options?: CallOptions): Promise<Connection[]> {
    return (await callApi(this.#api, 'get_connections', { query: params, options })).connections;
  }

  async get(id: number, options?: CallOptions): Promise<Connection> {
    return (await callApi(this.#api, 'get_connections_id', { id, options })).connection;
  }

  async create(connection: ConnectionInput, options?: WriteOptions): Promise<Connection> {
    return (await callApi(this.#api, 'post_connections_new', { body: connection, options })).connection;
  }

  async update(id: number, values: ConnectionInput, options?: WriteOptions): Promise<Connection> {
    return (await callApi(this.#api, 'patch_connections_id', { id, body: values, options })).connection;
  }

  /** Deletes a connection. One that a published workflow uses can't be deleted. */
  async delete(id: number, options?: CallOptions): Promise<void> {
    await callApi(this.#api, 'delete_connections_id', { id, options });
  }
}
