import { type Change, changedValues, recordAudit } from '../audit/index.ts';
import { requireWithinLimits } from '../limits/index.ts';
import type { WorkspaceSettings } from './settings.ts';
import {
  lockWorkspace,
  raiseTemplateValues,
  selectSettings,
  updateName,
  updateSettings,
} from './workspace-store.ts';

/** Renames a workspace. Waits for concurrent changes to it. */
export async function renameWorkspace(change: Change, name: string | undefined): Promise<string> {
  const { transaction, workspace } = change;
  const present = await lockWorkspace(transaction, workspace);
  const changed = changedValues({ name: present.name }, { name: name ?? present.name });
  if (changed && name !== undefined) {
    await updateName(transaction, workspace, name);
    await raiseTemplateValues(transaction, workspace);
    await recordAudit(change, {
      action: 'changed',
      subject: { type: 'workspace', id: workspace, name },
      ...changed,
    });
  }
  return name ?? present.name;
}

/** Settings that are cached by processes that accept requests. */
const rememberedWithListeners = [
  'timezone',
  'listener_limit_per_second',
  'listener_limit_per_day',
  'runs_in_flight',
];

/** Changes only the given settings. */
export async function changeSettings(
  change: Change,
  wanted: { [Key in keyof WorkspaceSettings]?: WorkspaceSettings[Key] | undefined },
): Promise<WorkspaceSettings> {
  const { transaction, workspace } = change;
  // The whole row is rewritten, so wait for concurrent changes to other settings.
  await lockWorkspace(transaction, workspace);
  const present = await selectSettings(transaction, workspace);
  const changed = changedValues(present, wanted);
  if (!changed) return present;
  await requireWithinLimits(transaction, wanted);
  const settings = { ...present, ...wanted } as WorkspaceSettings;
  await updateSettings(transaction, workspace, settings);
  if (rememberedWithListeners.some((name) => name in changed.new)) {
    await raiseTemplateValues(transaction, workspace);
  }
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'settings', id: workspace, name: 'Settings' },
    ...changed,
  });
  return settings;
}
