import type { components } from './api.gen.ts';
import { type ApiSettings, type CallOptions, callApi, type WriteOptions } from './api.ts';
import { type BatchResult, readBatch } from './batch.ts';
import { HarkError } from './hark-error.ts';
import type {
  CustomFields,
  HistoryPage,
  Lead,
  LeadField,
  LeadInput,
  LeadPage,
  ListParams,
  NewLead,
  NoCustomFields,
  SearchParams,
  Which,
} from './lead.ts';
import { walkLeads } from './walk-leads.ts';

/** Reads and changes the workspace's leads, limited to those that the user can access. */
export class Leads<Custom extends CustomFields<Custom> = NoCustomFields> {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /**
   * Returns one page of all leads. To read every lead use `all`, which is stable while leads are added and
   * deleted.
   */
  async list(
    { limit, start, orderBy = 'id' }: ListParams<Custom> = {},
    options?: CallOptions,
  ): Promise<LeadPage<Custom>> {
    return readPage(
      await callApi(this.#api, 'get_leads', { query: { limit, start, orderBy } as object, options }),
    );
  }

  /** Returns one page of matching leads. */
  async search(params: SearchParams<Custom>, options?: CallOptions): Promise<LeadPage<Custom>> {
    const body = { orderBy: 'id', ...params } as object;
    return readPage(await callApi(this.#api, 'post_leads_search', { body, options }));
  }

  /** Iterates over every matching lead exactly once: `for await (const lead of hark.leads.all())`. */
  all(which: Which<Custom> = {}, options?: CallOptions): AsyncGenerator<Lead<Custom>, void, undefined> {
    return walkLeads<Custom>(
      { list: (params) => this.list(params, options), search: (params) => this.search(params, options) },
      which,
    );
  }

  async get(id: number, options?: CallOptions): Promise<Lead<Custom>> {
    return readLead(await callApi(this.#api, 'get_leads_id', { id, options }));
  }

  async create(lead: NewLead<Custom>, options?: WriteOptions): Promise<Lead<Custom>> {
    return readLead(await callApi(this.#api, 'post_leads_new', { body: lead as Sent, options }));
  }

  async update(id: number, changes: LeadInput<Custom>, options?: WriteOptions): Promise<Lead<Custom>> {
    return readLead(await callApi(this.#api, 'patch_leads_id', { id, body: changes as Sent, options }));
  }

  /**
   * Edits the lead that matches a unique field in `changes`, such as `email`. Fails with `not_found` if no lead
   * matches.
   */
  async updateMatching(changes: LeadInput<Custom>, options?: WriteOptions): Promise<Lead<Custom>> {
    return readLead(await callApi(this.#api, 'patch_leads_edit', { body: changes as Sent, options }));
  }

  /** Edits the lead that matches a unique field, such as `email`. Creates a lead if none matches. */
  async upsert(
    lead: NewLead<Custom>,
    options?: WriteOptions,
  ): Promise<{ lead: Lead<Custom>; isCreated: boolean }> {
    // `edit` never creates a lead, so if it returns 404, call `new` (spec/rest-api §4.4).
    const edited = await this.#editIfThere(lead, options);
    if (edited) return { lead: edited, isCreated: false };
    try {
      return { lead: await this.create(lead, options), isCreated: true };
    } catch (error) {
      // Another caller created the lead between the two calls, so edit it instead.
      const isTaken = error instanceof HarkError && (error.status === 400 || error.status === 409);
      const late = isTaken ? await this.#editIfThere(lead, options) : undefined;
      if (late) return { lead: late, isCreated: false };
      throw error;
    }
  }

  /**
   * Deletes a lead, which disappears from all lists immediately. It can be restored for as long as the
   * workspace keeps deleted leads.
   */
  async delete(id: number, options?: CallOptions): Promise<void> {
    await callApi(this.#api, 'delete_leads_id', { id, options });
  }

  async restore(id: number, options?: WriteOptions): Promise<Lead<Custom>> {
    return readLead(await callApi(this.#api, 'post_leads_id_restore', { id, options }));
  }

  /** Returns a lead's history, newest entry first. This works for deleted leads too. */
  async history(
    id: number,
    page: { limit?: number; start?: number } = {},
    options?: CallOptions,
  ): Promise<HistoryPage> {
    const { total, history } = await callApi(this.#api, 'get_leads_id_history', { id, query: page, options });
    return { total: Number(total), history };
  }

  /** Returns this workspace's lead fields, including custom fields. */
  fields(options?: CallOptions): Promise<LeadField[]> {
    return callApi(this.#api, 'get_leads_list_fields', { options });
  }

  /** Creates at most 100 leads. Each lead is processed separately, so an error in one doesn't affect the others. */
  async createMany(
    items: readonly NewLead<Custom>[],
    options?: WriteOptions,
  ): Promise<BatchResult<Custom>[]> {
    return readBatch(
      await callApi(this.#api, 'post_leads_batch_new', { body: { items: [...items] as Sent[] }, options }),
    );
  }

  /** Updates at most 100 leads. Each lead is identified by `id` or a unique field. */
  async updateMany(
    items: readonly LeadInput<Custom>[],
    options?: WriteOptions,
  ): Promise<BatchResult<Custom>[]> {
    return readBatch(
      await callApi(this.#api, 'post_leads_batch_edit', { body: { items: [...items] as Sent[] }, options }),
    );
  }

  /** Deletes at most 100 leads. Each lead is identified by `id` or a unique field. */
  async deleteMany(
    items: readonly LeadInput<Custom>[],
    options?: WriteOptions,
  ): Promise<BatchResult<Custom>[]> {
    return readBatch(
      await callApi(this.#api, 'post_leads_batch_delete', { body: { items: [...items] as Sent[] }, options }),
    );
  }

  async #editIfThere(
    lead: NewLead<Custom>,
    options: WriteOptions | undefined,
  ): Promise<Lead<Custom> | undefined> {
    try {
      return await this.updateMatching(lead as LeadInput<Custom>, options);
    } catch (error) {
      // If a web page responds instead of the API, that is a 404 too, but it doesn't mean that the lead is
      // missing.
      if (error instanceof HarkError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}

// The caller declares the types of custom fields, because the OpenAPI document doesn't contain them.
type Sent = components['schemas']['LeadInput'];
const readLead = <Custom>({ lead }: { lead: object }) => lead as Lead<Custom>;
const readPage = <Custom>({ total, leads }: { total: string; leads: object[] }): LeadPage<Custom> => ({
  total: Number(total),
  leads: leads as Lead<Custom>[],
});
