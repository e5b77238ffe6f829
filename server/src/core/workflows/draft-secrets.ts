import { compileTemplate } from '../templating/index.ts';

/** A step of a draft, and the secrets that it reads. */
interface ReadingStep {
  readonly name: string;
  readonly secrets: ReadonlySet<string>;
}

const innerKeys = ['then', 'else', 'steps'];

/**
 * Which steps of a draft read which secrets. A draft may be wrong still: every text in it is looked at by itself, and what is no
 * template reads nothing.
 */
export function secretsInDraft(steps: unknown, loops: readonly string[] = []): ReadingStep[] {
  if (!Array.isArray(steps)) return [];
  return steps.flatMap((step: unknown) => {
    if (typeof step !== 'object' || step === null) return [];
    const own = Object.entries(step).filter(([key]) => !innerKeys.includes(key));
    const { name, as = 'item' } = step as { name?: unknown; as?: unknown };
    const secrets = new Set(
      own.flatMap(([, value]) => textsIn(value)).flatMap((text) => secretsOf(text, loops)),
    );
    const within = [...loops, String(as)];
    const inner = innerKeys.flatMap((key) => secretsInDraft((step as Record<string, unknown>)[key], within));
    return [...(secrets.size === 0 ? [] : [{ name: String(name ?? ''), secrets }]), ...inner];
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function secretsOf(text: string, variables: readonly string[]): readonly string[] {
  const compiled = compileTemplate(text, { profile: 'step', variables, secrets: true });
  return compiled.ok ? compiled.template.analysis.secrets : [];
}
