import type { components } from '../api.gen.ts';
import { type ApiSettings, type CallOptions, callApi, type WriteOptions } from '../api.ts';
import type { PageParams } from './page-params.ts';

type Schemas = components['schemas'];

/** A custom field of leads. */
export type CustomLeadField = Schemas['LeadField'];

/** A field to create. */
export type NewLeadField = Schemas['LeadFieldInput'];

/** The values to change. Omitted values stay unchanged. */
export type LeadFieldChange = Schemas['LeadFieldChange'];

/** Reads the workspace's custom lead fields. Only administrators can create and change them. */
export class LeadFields {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** Returns one page of custom fields, by alias. */
  async list(params: PageParams = {}, options?: CallOptions): Promise<CustomLeadField[]> {
    return (await callApi(this.#api, 'get_lead_fields', { query: params, options })).lead_fields;
  }

  async get(alias: string, options?: CallOptions): Promise<CustomLeadField> {
    return (await callApi(this.#api, 'get_lead_fields_alias', { alias, options })).lead_field;
  }

  async create(field: NewLeadField, options?: WriteOptions): Promise<CustomLeadField> {
    return (await callApi(this.#api, 'post_lead_fields_new', { body: field, options })).lead_field;
  }

  async update(alias: string, values: LeadFieldChange, options?: WriteOptions): Promise<CustomLeadField> {
    return (await callApi(this.#api, 'patch_lead_fields_alias', { alias, body: values, options })).lead_field;
  }
}
