import type { ApiInput, ApiResponse } from '../../api/call.ts';
import type { workspaceTexts } from '../../texts/workspace.ts';

export type WorkspaceAnswer = ApiResponse<'GET /workspace'>;
export type SettingName = keyof typeof workspaceTexts.settings;

/** The typed values, not yet validated. */
export type Draft = { readonly [Name in SettingName | 'name']?: string };

/** The settings in display order. */
export const groups = {
  general: ['timezone', 'default_page_size'],
  limits: [
    'rate_limit_per_minute',
    'rate_limit_burst',
    'listener_limit_per_second',
    'listener_limit_per_day',
    'runs_in_flight',
  ],
  keeping: ['run_retention_days', 'history_days', 'restore_days', 'agent_call_days'],
  apps: ['metadata_clients'],
} as const satisfies Record<string, readonly SettingName[]>;

const texts: readonly SettingName[] = ['timezone', 'metadata_clients'];
const names = Object.values(groups).flat();
/** The thousands separator. Unlike commas and periods, a space has the same meaning in every country. */
const thinSpace = '\u202f';
const readable = (value: string | number) =>
  typeof value === 'number' ? value.toLocaleString('en').replaceAll(',', thinSpace) : value;

/** Converts the saved settings to the form's values. */
export const draftOf = ({ name, settings }: WorkspaceAnswer): Draft => ({
  name,
  ...Object.fromEntries(names.map((setting) => [setting, readable(settings[setting] ?? '')])),
});

/**
 * Converts a typed value for the server. An empty number means "indefinitely". Invalid numbers are sent unchanged, so the
 * server reports the error for that field.
 */
function sentValue(name: SettingName, text: string): string | number | null {
  if (texts.includes(name)) return text;
  if (text.trim() === '') return null;
  const value = Number(text.replaceAll(/\s/g, ''));
  return Number.isNaN(value) ? text : value;
}

/** Returns the changes to the saved settings. */
export function settingChanges(present: WorkspaceAnswer, draft: Draft) {
  const changed = names.filter((name) => {
    const text = draft[name];
    return text !== undefined && sentValue(name, text) !== present.settings[name];
  });
  const settings = Object.fromEntries(changed.map((name) => [name, sentValue(name, draft[name] ?? '')]));
  const isRenamed = draft.name !== undefined && draft.name !== present.name;
  const body: ApiInput<'PATCH /workspace'>['body'] = {
    ...(isRenamed && { name: draft.name ?? '' }),
    ...(changed.length > 0 && { settings }),
  };
  return { body, count: changed.length + (isRenamed ? 1 : 0) };
}

/** Returns the retention settings that the draft shortens. */
export const shortened = ({ settings }: WorkspaceAnswer, draft: Draft): SettingName[] =>
  groups.keeping.filter((name) => {
    const wanted = draft[name];
    const days = wanted === undefined ? null : sentValue(name, wanted);
    return days !== null && Number(days) < (settings[name] ?? Number.POSITIVE_INFINITY);
  });
