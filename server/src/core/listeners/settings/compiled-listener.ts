import type { Template } from '../../templating/index.ts';
import { listenerBaseUrl } from '../../workspaces/index.ts';
import { schemeOf } from '../signature/scheme-of.ts';
import { defaultToleranceSeconds } from '../signature/signature-settings.ts';
import { compileSetting } from './compile-setting.ts';
import type { Listener, ListenerSettings, TemplatedSetting } from './listener.ts';
import type { Resolved, ResolvedSettings } from './resolved-settings.ts';
import { sightOf } from './show-listener.ts';

/** A listener that a process caches as long as both version numbers match. */
export interface CompiledListener
  extends Pick<
      Listener,
      | 'id'
      | 'version'
      | 'valuesVersion'
      | 'wantsRaw'
      | 'listener_limit_per_second'
      | 'listener_limit_per_day'
      | 'runs_in_flight'
    >,
    Pick<ListenerSettings, 'respond_with' | 'allow_cors' | 'receipts'> {
  /** The base URL of the host that serves the listener. */
  readonly baseUrl: string;
  /** The workspace's base URL, which issues receipts. */
  readonly workspaceUrl: string;
  /** The header's name, in lower case. */
  readonly idempotency_header: string;
  /** Resolves the templates when a request is checked (spec/listeners §2.2). */
  resolve(now: Date, isSwitchedOn: boolean): ResolvedSettings;
}

/**
 * Compiles a listener. Its settings can read the workspace and its secrets, but not the request
 * (spec/listeners §2.2).
 */
export function compileListener(listener: Listener, secrets: ReadonlyMap<string, string>): CompiledListener {
  const {
    id,
    version,
    valuesVersion,
    wantsRaw,
    listener_limit_per_second,
    listener_limit_per_day,
    runs_in_flight,
  } = listener;
  const baseUrl = listenerBaseUrl(listener.workspace);
  const settings = listener.openSettings();
  const { add_authentication: addAuthentication, allow_cors: allowCors } = settings;
  const key = templateOf('endpoint_key', settings.endpoint_key);
  const secret = templateOf('endpoint_secret', settings.endpoint_secret);
  const domains = templateOf('cors_domains', settings.cors_domains);
  const scheme = schemeOf(settings.signature, settings.idempotency_header);
  const signatureSecrets = settings.signature.secret.map((source) => templateOf('signature.secret', source));
  const { variables, zone } = sightOf(listener, secrets);
  return {
    id,
    version,
    valuesVersion,
    wantsRaw,
    listener_limit_per_second,
    listener_limit_per_day,
    runs_in_flight,
    baseUrl,
    workspaceUrl: listener.workspace.baseUrl,
    receipts: settings.receipts && addAuthentication,
    respond_with: settings.respond_with,
    allow_cors: allowCors,
    idempotency_header: settings.idempotency_header.toLowerCase(),
    resolve(now, isSwitchedOn) {
      const scope = { variables, nowMs: now.getTime(), zone, clockMs: () => performance.now() };
      const resolved = (template: Template | undefined): Resolved => {
        const outcome = template?.render(scope);
        return outcome?.ok && typeof outcome.value === 'string' ? outcome.value : undefined;
      };
      return {
        addAuthentication,
        endpointKey: addAuthentication ? resolved(key) : undefined,
        endpointSecret: addAuthentication ? resolved(secret) : undefined,
        allowCors,
        corsDomains: allowCors ? resolved(domains) : undefined,
        signature: scheme && {
          scheme,
          keys: signatureSecrets.flatMap((template) => scheme.keyOf(resolved(template) ?? '') ?? []),
          toleranceSeconds: settings.signature.tolerance_seconds ?? defaultToleranceSeconds,
          dedupe: settings.dedupe,
        },
        isSwitchedOn,
        baseUrl,
      };
    },
  };
}

/**
 * Returns undefined for a template that no longer compiles. The listener then rejects requests, as it does
 * for a template that fails.
 */
function templateOf(setting: TemplatedSetting, source: string | null): Template | undefined {
  if (source === null) return undefined;
  const compiled = compileSetting(setting, source);
  return compiled.ok ? compiled.template : undefined;
}
