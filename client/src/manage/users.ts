import type { components } from '../api.gen.ts';
import { type ApiSettings, type CallOptions, callApi, type WriteOptions } from '../api.ts';
import type { PageParams } from './page-params.ts';

type Schemas = components['schemas'];

/** A user of the workspace. */
export type User = Schemas['User'];

/** A user to create. Without a password, the user gets a link to set one. */
export type NewUser = Schemas['UserInput'];

/** The values to change. Omitted values stay unchanged. */
export type UserChange = Schemas['UserChange'];

/** Manages the workspace's users. Only administrators can use it. */
export class Users {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** Returns one page of users, by ID. */
  async list(params: PageParams = {}, options?: CallOptions): Promise<User[]> {
    return (await callApi(this.#api, 'get_users', { query: params, options })).users;
  }

  async get(id: number, options?: CallOptions): Promise<User> {
    return (await callApi(this.#api, 'get_users_id', { id, options })).user;
  }

  /** Creates a user. `inviteUrl` is a link to set a password, if the user was created without one. */
  async create(
    user: NewUser,
    options?: WriteOptions,
  ): Promise<{ user: User; inviteUrl: string | undefined }> {
    const created = await callApi(this.#api, 'post_users_new', { body: user, options });
    return { user: created.user, inviteUrl: created.invite_url };
  }

  async update(id: number, values: UserChange, options?: WriteOptions): Promise<User> {
    return (await callApi(this.#api, 'patch_users_id', { id, body: values, options })).user;
  }

  /** Deletes a user. One who owns workflows can't be deleted. */
  async delete(id: number, options?: CallOptions): Promise<void> {
    await callApi(this.#api, 'delete_users_id', { id, options });
  }
}
