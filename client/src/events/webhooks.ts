import { type ApiSettings, type CallOptions, callApi, type WriteOptions } from '../api.ts';
import type {
  DeliveryPage,
  DeliveryParams,
  NewWebhook,
  Replay,
  Webhook,
  WebhookInput,
  WebhookWithSecret,
} from './webhook.ts';

/** Manages the workspace's webhooks. Only administrators can. */
export class Webhooks {
  readonly #api: ApiSettings;

  constructor(api: ApiSettings) {
    this.#api = api;
  }

  /** Returns all webhooks. A workspace has at most 20. */
  async list(options?: CallOptions): Promise<Webhook[]> {
    return (await callApi(this.#api, 'get_webhooks', { query: { limit: 100 }, options })).webhooks;
  }

  async get(id: number, options?: CallOptions): Promise<Webhook> {
    return (await callApi(this.#api, 'get_webhooks_id', { id, options })).webhook;
  }

  /** Creates a webhook. Keep the secret: it isn't returned again. */
  async create(webhook: NewWebhook, options?: WriteOptions): Promise<WebhookWithSecret> {
    return (await callApi(this.#api, 'post_webhooks_new', { body: webhook, options })).webhook;
  }

  async update(id: number, values: WebhookInput, options?: WriteOptions): Promise<Webhook> {
    return (await callApi(this.#api, 'patch_webhooks_id', { id, body: values, options })).webhook;
  }

  async delete(id: number, options?: CallOptions): Promise<void> {
    await callApi(this.#api, 'delete_webhooks_id', { id, options });
  }

  /** Creates a new secret. The old one also signs for 24 hours. */
  async rotate(id: number, options?: WriteOptions): Promise<WebhookWithSecret> {
    return (await callApi(this.#api, 'post_webhooks_id_rotate', { id, options })).webhook;
  }

  /** Sends a test event. @returns the delivery's ID */
  async test(id: number, options?: WriteOptions): Promise<string> {
    return (await callApi(this.#api, 'post_webhooks_id_test', { id, options })).delivery_id;
  }

  /** Returns one page of the deliveries of the last 30 days. */
  async deliveries(id: number, params: DeliveryParams = {}, options?: CallOptions): Promise<DeliveryPage> {
    const query = params as object;
    const { total, deliveries } = await callApi(this.#api, 'get_webhooks_id_deliveries', {
      id,
      query,
      options,
    });
    return { total: Number(total), deliveries };
  }

  /** Sends events again. @returns how many */
  async replay(id: number, which: Replay, options?: WriteOptions): Promise<number> {
    const body = which as { event_id: string };
    return (await callApi(this.#api, 'post_webhooks_id_replay', { id, body, options })).replayed;
  }
}
