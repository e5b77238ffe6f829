import type { components } from '../api.gen.ts';
import { type ApiSettings, type CallOptions, callApi, type WriteOptions } from '../api.ts';

/** A change of a lead that waits for a person. */
export type Proposal = components['schemas']['Proposal'];

/** What became of one of several proposals. */
export type ProposalResult = components['schemas']['ProposalResults']['results'][number];

/** Which proposals to list. Without a status, only pending ones. */
export interface ProposalParams {
  readonly status?: Proposal['status'] | 'all';
  readonly limit?: number;
  readonly start?: number;
}

/** Reads and decides proposals: those that the user made, and those for leads that the user can view. */
export class Proposals {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** Returns one page, newest first. */
  async list(
    params: ProposalParams = {},
    options?: CallOptions,
  ): Promise<{ total: number; proposals: Proposal[] }> {
    const answer = await callApi(this.#api, 'get_proposals', { query: { ...params }, options });
    return { total: Number(answer.total), proposals: answer.proposals };
  }

  async get(id: number, options?: CallOptions): Promise<Proposal> {
    return (await callApi(this.#api, 'get_proposals_id', { id, options })).proposal;
  }

  /** Makes the change. If it no longer fits, throws a HarkError with status 409, and the proposal stays pending. */
  async approve(id: number, options?: WriteOptions): Promise<Proposal> {
    return (await callApi(this.#api, 'post_proposals_id_approve', { id, options })).proposal;
  }

  async reject(id: number, options?: WriteOptions): Promise<Proposal> {
    return (await callApi(this.#api, 'post_proposals_id_reject', { id, options })).proposal;
  }

  /** Approves up to 100 proposals, each separately and in order. */
  async approveMany(ids: readonly number[], options?: WriteOptions): Promise<ProposalResult[]> {
    const body = { ids: [...ids] };
    return (await callApi(this.#api, 'post_proposals_approve', { body, options })).results;
  }

  /** Rejects up to 100 proposals, each separately and in order. */
  async rejectMany(ids: readonly number[], options?: WriteOptions): Promise<ProposalResult[]> {
    const body = { ids: [...ids] };
    return (await callApi(this.#api, 'post_proposals_reject', { body, options })).results;
  }
}
