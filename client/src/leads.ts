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
  ListWish,
  NewLead,
  NoCustomFields,
  SearchWish,
  Which,
} from './lead.ts';
import { walkLeads } from './walk-leads.ts';

/** The leads of a workspace, as far as the acting user may see and change them. */
export class Leads<Custom extends CustomFields<Custom> = NoCustomFields> {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** One page, without filters. To go through all leads use `all`: it is stable while leads come and go. */
  async list(
    { limit, start, orderBy = 'id' }: ListWish<Custom> = {},
    options?: CallOptions,
  ): Promise<LeadPage<Custom>> {
    return readPage(
      await callApi(this.#api, 'get_leads', { query: { limit, start, orderBy } as object, options }),
    );
  }

  /** One page of the leads that match. */
  async search(wish: SearchWish<Custom>, options?: CallOptions): Promise<LeadPage<Custom>> {
    const body = { orderBy: 'id', ...wish } as object;
    return readPage(await callApi(this.#api, 'post_leads_search', { body, options }));
  }

  /** Every matching lead, each once: `for await (const lead of hark.leads.all())`. */
  all(which: Which<Custom> = {}, options?: CallOptions): AsyncGenerator<Lead<Custom>, void, undefined> {
    return walkLeads<Custom>(
      { list: (wish) => this.list(wish, options), search: (wish) => this.search(wish, options) },
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

  /** Edits the lead that a unique field among the changes names, such as `email`. `not_found` when there is none. */
  async updateMatching(changes: LeadInput<Custom>, options?: WriteOptions): Promise<Lead<Custom>> {
    return readLead(await callApi(this.#api, 'patch_leads_edit', { body: changes as Sent, options }));
  }

  /** Edits the lead that a unique field names, such as `email`, or creates it where there is none. */
  async upsert(
    lead: NewLead<Custom>,
    options?: WriteOptions,
  ): Promise<{ lead: Lead<Custom>; isCreated: boolean }> {
    // `edit` never creates, so `new` follows its 404 (spec/rest-api §4.4).
    const edited = await this.#editIfThere(lead, options);
    if (edited) return { lead: edited, isCreated: false };
    try {
      return { lead: await this.create(lead, options), isCreated: true };
    } catch (error) {
      // Somebody else created it between the two calls: then it is there to be edited.
      const isTaken = error instanceof HarkError && (error.status === 400 || error.status === 409);
      const late = isTaken ? await this.#editIfThere(lead, options) : undefined;
      if (late) return { lead: late, isCreated: false };
      throw error;
    }
  }

  /** It is gone from every list at once; it can be restored for as long as the workspace says. */
  async delete(id: number, options?: CallOptions): Promise<void> {
    await callApi(this.#api, 'delete_leads_id', { id, options });
  }

  async restore(id: number, options?: WriteOptions): Promise<Lead<Custom>> {
    return readLead(await callApi(this.#api, 'post_leads_id_restore', { id, options }));
  }

  /** Who did what to a lead, newest first; also of a deleted one. */
  async history(
    id: number,
    page: { limit?: number; start?: number } = {},
    options?: CallOptions,
  ): Promise<HistoryPage> {
    const { total, history } = await callApi(this.#api, 'get_leads_id_history', { id, query: page, options });
    return { total: Number(total), history };
  }

  /** The fields that a lead has here, your own included. */
  fields(options?: CallOptions): Promise<LeadField[]> {
    return callApi(this.#api, 'get_leads_list_fields', { options });
  }

  /** At most 100, each on its own: what is wrong with one stops no other. */
  async createMany(
    items: readonly NewLead<Custom>[],
    options?: WriteOptions,
  ): Promise<BatchResult<Custom>[]> {
    return readBatch(
      await callApi(this.#api, 'post_leads_batch_new', { body: { items: [...items] as Sent[] }, options }),
    );
  }

  /** At most 100; each names its lead by `id` or a unique field. */
  async updateMany(
    items: readonly LeadInput<Custom>[],
    options?: WriteOptions,
  ): Promise<BatchResult<Custom>[]> {
    return readBatch(
      await callApi(this.#api, 'post_leads_batch_edit', { body: { items: [...items] as Sent[] }, options }),
    );
  }

  /** At most 100; each names its lead by `id` or a unique field. */
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
      // A page instead of the API is a 404 too, but says nothing about the lead.
      if (error instanceof HarkError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}

// What the fields of a workspace hold is known to its programmer, not to the OpenAPI document.
type Sent = components['schemas']['LeadInput'];
const readLead = <Custom>({ lead }: { lead: object }) => lead as Lead<Custom>;
const readPage = <Custom>({ total, leads }: { total: string; leads: object[] }): LeadPage<Custom> => ({
  total: Number(total),
  leads: leads as Lead<Custom>[],
});
