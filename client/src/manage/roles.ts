import type { components } from '../api.gen.ts';
import { type ApiSettings, type CallOptions, callApi, type WriteOptions } from '../api.ts';
import type { PageParams } from './page-params.ts';

type Schemas = components['schemas'];

/** A set of permissions that users can have. */
export type Role = Schemas['Role'];

/** A role to create. Omitted permissions are denied. */
export type NewRole = Schemas['RoleInput'];

/** The values to change. Omitted values and permissions stay unchanged. */
export type RoleChange = Schemas['RoleChange'];

/** Manages the workspace's roles. Only administrators can use it. */
export class Roles {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** Returns one page of roles, by ID. */
  async list(params: PageParams = {}, options?: CallOptions): Promise<Role[]> {
    return (await callApi(this.#api, 'get_roles', { query: params, options })).roles;
  }

  async get(id: number, options?: CallOptions): Promise<Role> {
    return (await callApi(this.#api, 'get_roles_id', { id, options })).role;
  }

  async create(role: NewRole, options?: WriteOptions): Promise<Role> {
    return (await callApi(this.#api, 'post_roles_new', { body: role, options })).role;
  }

  async update(id: number, values: RoleChange, options?: WriteOptions): Promise<Role> {
    return (await callApi(this.#api, 'patch_roles_id', { id, body: values, options })).role;
  }

  /** Deletes a role. One that a user has can't be deleted. */
  async delete(id: number, options?: CallOptions): Promise<void> {
    await callApi(this.#api, 'delete_roles_id', { id, options });
  }
}
