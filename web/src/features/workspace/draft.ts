import type { Answer, Given } from '../../api/call.ts';
import type { workspaceTexts } from '../../texts/workspace.ts';

export type WorkspaceAnswer = Answer<'GET /workspace'>;
export type SettingName = keyof typeof workspaceTexts.settings;

/** What somebody has typed, before the server judges it. */
export type Draft = { readonly [Name in SettingName | 'name']?: string };

/** The settings in the order of the screen. */
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
/** Between thousands: a space means the same in every country, a comma or a point does not. */
const thin = '\u202f';
const readable = (value: string | number) =>
  typeof value === 'number' ? value.toLocaleString('en').replaceAll(',', thin) : value;

/** What is saved, as a form shows it. */
export const draftOf = ({ name, settings }: WorkspaceAnswer): Draft => ({
  name,
  ...Object.fromEntries(names.map((setting) => [setting, readable(settings[setting] ?? '')])),
});

/** As the server takes it: an empty number is "for ever"; what is no number goes as it is, and is refused with its place. */
function sentValue(name: SettingName, text: string): string | number | null {
  if (texts.includes(name)) return text;
  if (text.trim() === '') return null;
  const value = Number(text.replaceAll(/\s/g, ''));
  return Number.isNaN(value) ? text : value;
}

/** What differs from what is saved. */
export function settingChanges(present: WorkspaceAnswer, draft: Draft) {
  const changed = names.filter((name) => {
    const text = draft[name];
    return text !== undefined && sentValue(name, text) !== present.settings[name];
  });
  const settings = Object.fromEntries(changed.map((name) => [name, sentValue(name, draft[name] ?? '')]));
  const isRenamed = draft.name !== undefined && draft.name !== present.name;
  const body: Given<'PATCH /workspace'>['body'] = {
    ...(isRenamed && { name: draft.name ?? '' }),
    ...(changed.length > 0 && { settings }),
  };
  return { body, count: changed.length + (isRenamed ? 1 : 0) };
}

/** Which of the changes make the workspace keep less than before. */
export const shortened = ({ settings }: WorkspaceAnswer, draft: Draft): SettingName[] =>
  groups.keeping.filter((name) => {
    const wanted = draft[name];
    const days = wanted === undefined ? null : sentValue(name, wanted);
    return days !== null && Number(days) < (settings[name] ?? Number.POSITIVE_INFINITY);
  });
