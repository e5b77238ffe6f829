import type { ListenerId } from '../../../lib/ids.ts';
import { listenerBaseUrl, type Workspace } from '../../workspaces/index.ts';
import { type dedupes, noSignature, type SignatureSettings } from '../signature/signature-settings.ts';

/** What the caller gets: a receipt, or the response from the workflow's respond step (spec/listeners §7). */
export const responses = ['receipt', 'workflow'] as const;

/** A listener's settings (spec/listeners §2.1). Key and secret are null until authentication is turned on. */
export interface ListenerSettings {
  readonly add_authentication: boolean;
  readonly endpoint_key: string | null;
  readonly endpoint_secret: string | null;
  readonly allow_cors: boolean;
  readonly cors_domains: string;
  readonly respond_with: (typeof responses)[number];
  readonly idempotency_header: string;
  readonly signature: SignatureSettings;
  readonly dedupe: (typeof dedupes)[number];
  /** Whether accepted deliveries get a signed receipt (spec/listeners §11.1). */
  readonly receipts: boolean;
}

/** The settings that can be templates (spec/listeners §2.1, §10.1). */
export const templatedSettings = [
  'endpoint_key',
  'endpoint_secret',
  'cors_domains',
  'signature.secret',
] as const;
export type TemplatedSetting = (typeof templatedSettings)[number];

export interface TemplatedSettings
  extends Pick<ListenerSettings, 'endpoint_key' | 'endpoint_secret' | 'cors_domains'> {
  readonly signature: { readonly secret: readonly string[] };
}

/** A template among the settings. */
export interface SettingTemplate {
  readonly setting: TemplatedSetting;
  readonly path: readonly (string | number)[];
  readonly source: string;
}

/** Returns the templates in settings, with the path of each. Missing settings have none. */
export function templatesIn(
  settings: {
    readonly [Key in 'endpoint_key' | 'endpoint_secret' | 'cors_domains']?: string | null | undefined;
  } & {
    readonly signature?: { readonly secret?: readonly string[] | undefined } | undefined;
  },
): SettingTemplate[] {
  const plain = (['endpoint_key', 'endpoint_secret', 'cors_domains'] as const).flatMap((setting) => {
    const source = settings[setting];
    return source === null || source === undefined ? [] : [{ setting, path: [setting], source }];
  });
  const { secret = [] } = settings.signature ?? {};
  const place = ['signature', 'secret'];
  const secrets = secret.map((source, index) => ({
    setting: 'signature.secret' as const,
    path: secret.length === 1 ? place : [...place, index],
    source,
  }));
  return [...plain, ...secrets];
}

export const defaultSettings: ListenerSettings = {
  add_authentication: false,
  endpoint_key: null,
  endpoint_secret: null,
  allow_cors: false,
  cors_domains: '',
  respond_with: 'receipt',
  idempotency_header: 'Idempotency-Key',
  signature: noSignature,
  dedupe: 'auto',
  receipts: false,
};

export interface Listener {
  readonly id: ListenerId;
  readonly firstHash: string;
  readonly secondHash: string;
  /** `version` and `valuesVersion` together show whether a cached listener is current. */
  readonly version: number;
  readonly valuesVersion: number;
  /** The workspace data that templates can read. `valuesVersion` comes from the same read. */
  readonly workspace: Pick<Workspace, 'name' | 'baseUrl' | 'listenerHost'> & { readonly zone: string };
  /** The rate limit for all of the workspace's listeners together (spec/listeners §9). */
  readonly listener_limit_per_second: number;
  readonly listener_limit_per_day: number;
  readonly runs_in_flight: number;
  /** Whether the workflow and its owner are enabled (spec/listeners §1.4). */
  readonly isSwitchedOn: boolean;
  readonly isSuspended: boolean;
  /** Whether the workflow's templates read the raw body. */
  readonly wantsRaw: boolean;
  /** Decrypts the settings on demand, because not every caller needs them. */
  openSettings(): ListenerSettings;
}

/** Returns the listener's URL (spec/listeners §1.1). */
export const listenerUrl = (
  workspace: Pick<Workspace, 'baseUrl' | 'listenerHost'>,
  { firstHash, secondHash }: Pick<Listener, 'firstHash' | 'secondHash'>,
): string => `${listenerBaseUrl(workspace)}/listener/${firstHash}/${secondHash}`;

/** The two path segments of a listener's URL. */
export interface Hashes {
  readonly first: string;
  readonly second: string;
}
