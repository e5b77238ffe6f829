import { concealed } from '../audit/index.ts';
import { compileCondition, compileTemplate, type Problem } from '../templating/index.ts';

/** A template, and the world in which it is looked at. */
export interface PreviewWish {
  readonly source: string;
  readonly isCondition: boolean;
  /** The variables of the loops around it; nothing is known of their items. */
  readonly loops: readonly string[];
  readonly data: unknown;
  /** What steps gave, by their name. */
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly run: string;
  readonly workspace: { readonly name: string; readonly baseUrl: string };
  readonly secretNames: readonly string[];
  readonly zone: string;
  readonly now: Date;
}

export type Preview =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** What a template would make. Secrets are stood in for: whoever looks must not be able to take one apart letter by letter. */
export function previewTemplate(wish: PreviewWish): Preview {
  const options = { profile: 'step', variables: wish.loops } as const;
  const compiled = wish.isCondition
    ? compileCondition(wish.source, options)
    : compileTemplate(wish.source, options);
  if (!compiled.ok) return compiled;
  const { name, baseUrl } = wish.workspace;
  const outcome = compiled.template.render({
    variables: Object.assign(Object.create(null), {
      __data: wish.data,
      steps: stepsOf(wish.outputs),
      run: { id: wish.run },
      workspace: { name, base_url: baseUrl, timezone: wish.zone },
      secrets: Object.fromEntries(wish.secretNames.map((secret) => [secret, concealed])),
    }),
    nowMs: wish.now.getTime(),
    zone: wish.zone,
    clockMs: () => performance.now(),
  });
  return outcome.ok ? { ok: true, value: outcome.value } : { ok: false, problems: [outcome.problem] };
}

function stepsOf(outputs: PreviewWish['outputs']): Record<string, { output: unknown }> {
  const steps: Record<string, { output: unknown }> = Object.create(null);
  for (const [name, output] of Object.entries(outputs)) steps[name] = { output };
  return steps;
}
