import { Anchor, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useMay } from '../../../api/session.ts';
import { type MeansType, UndoDialog } from '../../../components/dialogs/undo-dialog.tsx';
import { showFailure } from '../../../components/notices/notify.ts';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { undoTexts } from '../../../texts/undo.ts';
import { useLeadEdit } from '../edit/use-lead-edit.ts';
import { type Field, type Lead, useLeadForm } from '../field.ts';
import type { FieldChange, HistoryEntry, HistoryGroup } from './group-history.ts';
import { sourceOf } from './source-icon.tsx';

/** Undoes an entry of the history: one of its values in this lead, or everything that its source changed since then, in all leads. */
export function UndoEntry({ group, lead }: { group: HistoryGroup; lead: Lead | undefined }) {
  const may = useMay();
  const save = useLeadEdit();
  const [isOpen, { open, close }] = useDisclosure(false);
  const values = useOldValues(group, lead);
  if (!may('leads.edit')) return null;
  const { title, choice, since } = undoOf(group.first);
  const link = { component: 'button', type: 'button', size: 'xs' } as const;
  return (
    <>
      {values.length === 0 || !lead ? (
        <Anchor {...link} onClick={open}>
          {group.first.action === 'created' ? undoTexts.offerCreation : undoTexts.offer}
        </Anchor>
      ) : (
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <Anchor {...link}>{undoTexts.offer}</Anchor>
          </Menu.Target>
          <Menu.Dropdown>
            {values.map(({ field, old }) => (
              <Menu.Item
                key={field.alias}
                leftSection={<IconArrowBackUp size={16} stroke={1.75} />}
                onClick={() => void save(lead, field, old).catch(showFailure)}
              >
                {leadTexts.restoreValue(field.label)}
              </Menu.Item>
            ))}
            <Menu.Item leftSection={<IconHistory size={16} stroke={1.75} />} onClick={open}>
              {undoTexts.offerAll(escapeBidi(choice.label))}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {isOpen && <UndoDialog title={title} choices={[choice]} since={since} onClose={close} />}
    </>
  );
}

/** Returns the old values that the lead doesn't have, by field. If a field was changed several times, it is the oldest one. */
function useOldValues({ entries }: HistoryGroup, lead: Lead | undefined): { field: Field; old: unknown }[] {
  const { byAlias } = useLeadForm();
  if (!lead) return [];
  const isCurrent = ({ field, old }: FieldChange) =>
    JSON.stringify(lead[field] ?? null) === JSON.stringify(old ?? null);
  const changes = entries.flatMap((entry) => (entry.action === 'created' ? [] : entry.changes));
  const oldest = new Map(changes.map((change) => [change.field, change]));
  return [...oldest.values()].flatMap((change) => {
    const field = byAlias.get(change.field);
    return !field || field.read_only || isCurrent(change) ? [] : [{ field, old: change.old }];
  });
}

/** Returns what the dialog undoes: the changes of a run, of a job, or of a user through an app or agent. */
function undoOf(entry: HistoryEntry) {
  const { run, means, user, date } = entry;
  const label = means.name ?? user?.name ?? leadTexts.operatorName;
  const isJob = sourceOf(entry) === 'job' && means.id !== null;
  const type = means.type as MeansType;
  // An app and an API client can have the same ID; only the names of agents tell them apart.
  const named = { type, id: means.id, ...(type === 'mcp' && { name: means.name }) };
  const by = { ...(user && { user: user.id }), means: named };
  const cause = run === null ? (isJob ? { job: means.id ?? 0 } : by) : { run };
  return {
    title: isJob ? undoTexts.titleOfJob(label) : undoTexts.titleOf(label),
    choice: { label, cause },
    since: run === null && !isJob ? date : undefined,
  };
}
