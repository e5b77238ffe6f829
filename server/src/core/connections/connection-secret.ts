import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import { compileTemplate } from '../templating/index.ts';

const secretPurpose = 'connection-secret';
const tokenPurpose = 'connection-token';

export const sealedConnections = [
  { table: 'connections', column: 'sealed_secret', purpose: secretPurpose },
  { table: 'connections', column: 'sealed_access_token', purpose: tokenPurpose },
  { table: 'connections', column: 'sealed_refresh_token', purpose: tokenPurpose },
  { table: 'connections', column: 'sealed_sign_in_verifier', purpose: tokenPurpose },
] as const;

export const sealConnectionSecret = (key: InstallationKey, secret: string): string =>
  seal(key, secretPurpose, secret);
export const openConnectionSecret = (key: InstallationKey, sealed: string): string =>
  open(key, secretPurpose, sealed);
export const sealToken = (key: InstallationKey, token: string): string => seal(key, tokenPurpose, token);
export const openToken = (key: InstallationKey, sealed: string): string => open(key, tokenPurpose, sealed);

const hasTemplate = (text: string): boolean => /\{[{%#]/.test(text);
const compile = (source: string) => compileTemplate(source, { profile: 'setting', secrets: true });

/** Returns the errors in a secret that is a template. */
export function templateProblems(source: string): string[] {
  const compiled = hasTemplate(source) ? compile(source) : undefined;
  if (!compiled || compiled.ok) return [];
  return compiled.problems.map(({ line, column, message, suggestion }) =>
    `line ${line}, column ${column}: ${message}${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`.trim(),
  );
}

/** Returns the workspace's secrets that a connection's secret reads. */
export function secretsReadBy(source: string): readonly string[] {
  const compiled = hasTemplate(source) ? compile(source) : undefined;
  return compiled?.ok ? compiled.template.analysis.secrets : [];
}

/** What a connection's secret can read, if it is a template (spec/connections §1.4). */
export interface SecretScope {
  readonly workspace: { readonly name: string; readonly baseUrl: string };
  readonly zone: string;
  readonly now: Date;
  readonly secrets: ReadonlyMap<string, string>;
  /** The allowed hosts of each secret. Contains only secrets that are bound to hosts. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
}

/**
 * Renders a secret that will be sent to `url`. Secrets that are bound to other hosts count as missing.
 * @returns undefined if the template fails or its result is empty
 */
export function resolveSecret(source: string, url: string, scope: SecretScope): string | undefined {
  if (!hasTemplate(source)) return source;
  const compiled = compile(source);
  if (!compiled.ok) return undefined;
  const host = new URL(url).hostname;
  const readable = [...scope.secrets].filter(([name]) => scope.hosts.get(name)?.includes(host) ?? true);
  const { name, baseUrl } = scope.workspace;
  const outcome = compiled.template.render({
    variables: {
      workspace: { name, base_url: baseUrl, timezone: scope.zone },
      secrets: Object.fromEntries(readable),
    },
    nowMs: scope.now.getTime(),
    zone: scope.zone,
    clockMs: () => performance.now(),
  });
  return outcome.ok && outcome.value !== '' ? String(outcome.value) : undefined;
}
