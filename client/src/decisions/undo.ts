import type { components } from '../api.gen.ts';
import { type ApiSettings, type CallOptions, callApi, type WriteOptions } from '../api.ts';

/** What to undo: everything that a cause changed in a period. */
export type UndoParams = components['schemas']['UndoParams'];

/** An undo that was started. */
export type Undo = components['schemas']['Undo'];

/** What an undo would do. */
export type UndoPreview = components['schemas']['UndoPreview'];

/** A field or lead that an undo didn't change, and why. */
export type LeftAlone = components['schemas']['LeftAlone'];

/** Undoes everything that a person, an app, an agent, a run or a job changed. */
export class Undos {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** Returns what an undo would do, and changes nothing. */
  async preview(params: UndoParams, options?: CallOptions): Promise<UndoPreview> {
    return (await callApi(this.#api, 'post_undo_preview', { body: params, options })).preview;
  }

  /** Starts an undo, which runs in the background. */
  async start(params: UndoParams, options?: WriteOptions): Promise<Undo> {
    return (await callApi(this.#api, 'post_undo_new', { body: params, options })).undo;
  }

  async get(id: number, options?: CallOptions): Promise<Undo> {
    return (await callApi(this.#api, 'get_undo_id', { id, options })).undo;
  }

  /** Stops an undo. What was undone until then stays undone. */
  async cancel(id: number, options?: CallOptions): Promise<Undo> {
    return (await callApi(this.#api, 'post_undo_id_cancel', { id, options })).undo;
  }

  /** Returns a page of what an undo left alone. */
  async leftAlone(
    id: number,
    params: { readonly limit?: number; readonly start?: number } = {},
    options?: CallOptions,
  ): Promise<{ total: number; leftAlone: LeftAlone[] }> {
    const answer = await callApi(this.#api, 'get_undo_id_left_alone', { id, query: { ...params }, options });
    return { total: Number(answer.total), leftAlone: answer.left_alone };
  }
}
