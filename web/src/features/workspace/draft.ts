import type { ApiInput, ApiResponse } from '../../api/call.ts';
import type { workspaceTexts } from '../../texts/workspace.ts';

export type WorkspaceAnswer = ApiResponse<'GET /workspace'>;
/** The workspace's name, or one of its settings. */
export type FieldName = keyof typeof workspaceTexts.settings;
type SettingName = Exclude<FieldName, 'name'>;

/** The typed values, not yet validated. */
export type Draft = { readonly [Name in FieldName]?: string };

/** The settings of each card, in display order. */
export const groups = {
  general: ['name', 'timezone', 'default_page_size'],
  requests: ['rate_limit_per_minute', 'rate_limit_burst'],
  listeners: ['listener_limit_per_second', 'listener_limit_per_day', 'runs_in_flight', 'mail_limit_per_day'],
  keeping: ['run_retention_days', 'history_days', 'restore_days', 'agent_call_days'],
  apps: ['metadata_clients'],
} as const satisfies Record<string, readonly FieldName[]>;

export type GroupName = keyof typeof groups;

const texts: readonly SettingName[] = ['timezone', 'metadata_clients'];
const names = Object.values(groups)
  .flat()
  .filter((name): name is SettingName => name !== 'name');
/** Numbers have a comma as the thousands separator. */
const readable = (value: string | number) => (typeof value === 'number' ? value.toLocaleString('en') : value);

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
  const value = Number(text.replaceAll(/[\s,]/g, ''));
  return Number.isNaN(value) ? text : value;
}

/** Returns the changes to the saved settings. */
export function settingChanges(present: WorkspaceAnswer, draft: Draft) {
  const changed = names.filter((name) => isChanged(present, draft, name));
  const settings = Object.fromEntries(changed.map((name) => [name, sentValue(name, draft[name] ?? '')]));
  const isRenamed = isChanged(present, draft, 'name');
  const body: ApiInput<'PATCH /workspace'>['body'] = {
    ...(isRenamed && { name: draft.name ?? '' }),
    ...(changed.length > 0 && { settings }),
  };
  return { body, count: changed.length + (isRenamed ? 1 : 0) };
}

/** Whether a field has a new value. */
export const isChanged = (present: WorkspaceAnswer, draft: Draft, name: FieldName): boolean => {
  const text = draft[name];
  if (text === undefined) return false;
  return name === 'name' ? text !== present.name : sentValue(name, text) !== present.settings[name];
};

/** Returns the retention settings that the draft shortens. */
export const shortened = ({ settings }: WorkspaceAnswer, draft: Draft): SettingName[] =>
  groups.keeping.filter((name) => {
    const wanted = draft[name];
    const days = wanted === undefined ? null : sentValue(name, wanted);
    return days !== null && Number(days) < (settings[name] ?? Number.POSITIVE_INFINITY);
  });
