import { compileTemplate } from '../../templating/index.ts';
import { templatedSettings } from './listener.ts';
import type { WantedSettings } from './save-listener.ts';

/**
 * Reports what is wrong with settings before they are saved. They are resolved before the caller is trusted,
 * so they can't read the request (spec/listeners §2.2). A secret that doesn't exist is no error: such a
 * setting rejects all callers. Which of the existing secrets a setting can use is checked when it is saved.
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
