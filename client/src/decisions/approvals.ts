import type { components } from '../api.gen.ts';
import { type ApiSettings, type CallOptions, callApi, type WriteOptions } from '../api.ts';

/** A decision that a run waits for. */
export type Approval = components['schemas']['Approval'];

/** Which approvals to list. Without a status, only pending ones. */
export interface ApprovalParams {
  readonly status?: Approval['status'] | 'all';
  readonly limit?: number;
  readonly start?: number;
}

/** Reads and decides approvals, limited to those that the user can view or decide. */
export class Approvals {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** Returns one page, newest first. */
  async list(
    params: ApprovalParams = {},
    options?: CallOptions,
  ): Promise<{ total: number; approvals: Approval[] }> {
    const answer = await callApi(this.#api, 'get_approvals', { query: { ...params }, options });
    return { total: Number(answer.total), approvals: answer.approvals };
  }

  async get(id: number, options?: CallOptions): Promise<Approval> {
    return (await callApi(this.#api, 'get_approvals_id', { id, options })).approval;
  }

  /** Approves. The first decision wins; a later one throws a HarkError with status 409. */
  async approve(id: number, comment: string | null = null, options?: WriteOptions): Promise<Approval> {
    return (await callApi(this.#api, 'post_approvals_id_approve', { id, body: { comment }, options }))
      .approval;
  }

  /** Rejects. The run continues with `approved: false`. */
  async reject(id: number, comment: string | null = null, options?: WriteOptions): Promise<Approval> {
    return (await callApi(this.#api, 'post_approvals_id_reject', { id, body: { comment }, options }))
      .approval;
  }
}
