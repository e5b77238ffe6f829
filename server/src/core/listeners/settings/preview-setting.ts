import { concealed } from '../../audit/index.ts';
import type { Problem } from '../../templating/index.ts';
import { compileSetting } from './compile-setting.ts';
import type { TemplatedSetting } from './listener.ts';
import type { TemplateSight } from './show-listener.ts';

/** The setting's current value, or all of its errors. */
export type SettingPreview =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Renders a setting as a request would resolve it: with the time, the workspace and its secrets, but without
 * `__data` (spec/listeners §2.2). Secrets are replaced by placeholders, so a user can't extract one letter by
 * letter.
 */
export function previewSetting(
  setting: TemplatedSetting,
  source: string,
  { variables, zone }: TemplateSight,
  now: Date,
): SettingPreview {
  const names = Object.keys(variables.secrets);
  const compiled = compileSetting(setting, source, names);
  if (!compiled.ok) return compiled;
  const outcome = compiled.template.render({
    variables: {
      workspace: variables.workspace,
      secrets: Object.fromEntries(names.map((name) => [name, concealed])),
    },
    zone,
    nowMs: now.getTime(),
    clockMs: () => performance.now(),
  });
  return outcome.ok ? { ok: true, text: String(outcome.value) } : { ok: false, problems: [outcome.problem] };
}
