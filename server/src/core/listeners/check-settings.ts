import { compileTemplate } from '../templating/index.ts';
import { templatedSettings } from './listener.ts';
import type { WantedSettings } from './save-listener.ts';

/**
 * What is wrong with settings before they are saved: they are resolved before the caller is trusted, so they see nothing of the
 * request (decisions 3). A secret that doesn't exist is no problem: such a setting rejects all callers. Which of the secrets that do exist a
 * setting can use is checked when it is saved.
 */
export function checkListenerSettings(
  settings: WantedSettings,
): { setting: (typeof templatedSettings)[number]; message: string }[] {
  return templatedSettings.flatMap((setting) => {
    const source = settings[setting];
    if (source === undefined || source === null) return [];
    const compiled = compileTemplate(source, { profile: 'setting', secrets: true });
    if (compiled.ok) return [];
    return compiled.problems.map(({ line, column, message, suggestion = '' }) => ({
      setting,
      message: `line ${line}, column ${column}: ${message} ${suggestion}`.trim(),
    }));
  });
}
