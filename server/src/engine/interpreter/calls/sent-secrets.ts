import { concealed } from '../../../core/audit/index.ts';
import { createMask, type Mask } from '../../../core/secrets/index.ts';
import { type CompiledStep, definitionOf, secretsOf } from '../../../core/workflows/index.ts';
import { invalid } from '../../../lib/errors.ts';
import type { RunContext } from '../run-context.ts';

type SecretContext = Pick<RunContext, 'secrets' | 'hosts'>;

/** @throws HarkError if the step would send a secret to a host that it isn't bound to (spec/runs §2.5) */
export function requireAllowedHost({ hosts }: SecretContext, step: CompiledStep, url: string): void {
  const host = new URL(url).hostname;
  for (const name of secretsOf(step)) {
    const allowed = hosts.get(name);
    if (!allowed || allowed.includes(host)) continue;
    throw invalid(
      'secret_bound',
      `url: The secret ${name} can only be sent to ${allowed.join(', ')}. Nothing was sent.`,
    );
  }
}

const canSendSecrets = ({ type }: CompiledStep): boolean =>
  Object.values(definitionOf(type).settings).some(({ secrets }) => secrets);

/**
 * Returns the error for a step that uses a host-bound secret although its type can't send secrets to a host.
 */
export function boundSecretProblem({ hosts }: SecretContext, step: CompiledStep): string | undefined {
  if (hosts.size === 0 || canSendSecrets(step)) return undefined;
  const bound = [...secretsOf(step)].find((name) => hosts.has(name));
  return bound && `The secret ${bound} is bound to hosts, so only http.request can use it.`;
}

/**
 * Removes sent secrets from a response. A server that echoes its request must not pass a secret on to steps
 * that can't read it (spec/runs §2.5).
 */
export function withoutSentSecrets(
  { secrets }: SecretContext,
  step: CompiledStep,
  response: unknown,
): unknown {
  const sent = [...secretsOf(step)].flatMap((name) => secrets.get(name) ?? []);
  return sent.length === 0 ? response : masked(response, createMask(sent));
}

/** Masks every string in a value, the keys of objects included. */
export function masked(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return mask(String(value)) === String(value) ? value : concealed;
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, item] of Object.entries(value)) copy[mask(name)] = masked(item, mask);
  return copy;
}
