import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { dayAgo, UndoDialog } from '../../components/dialogs/undo-dialog.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { apiSettingsTexts } from '../../texts/api-settings.ts';
import { undoTexts } from '../../texts/undo.ts';
import { AddClientModal } from './add-client-modal.tsx';
import classes from './api-settings.module.css';
import type { Client } from './api-settings.ts';
import { ClientRow } from './client-row.tsx';
import { EditClientModal } from './edit-client-modal.tsx';
import { RotateTokenModal } from './rotate-token-modal.tsx';

const texts = apiSettingsTexts.clients;

/** How the history records what a client changed. Agents have names, because apps can have the same ID. */
const meansOf = ({ id, name, scope }: Client) =>
  scope === 'mcp' ? ({ type: 'mcp', id, name } as const) : ({ type: 'api_client', id } as const);

/** Lists the user's API clients. The user can add, limit, rotate, disable and delete them. */
export function ClientsPanel({ clients }: { clients: readonly Client[] }) {
  const [isAdding, setAdding] = useState(false);
  const [editing, setEditing] = useState<Client>();
  const [rotating, setRotating] = useState<Client>();
  const [undoing, setUndoing] = useState<Client>();
  const [removing, setRemoving] = useState<Client>();
  const remove = useChange('DELETE /api-settings/clients/:id', ['GET /api-settings', 'GET /home/attention']);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <Panel
      title={texts.title}
      about={clients.length === 0 ? texts.about : `${texts.about} ${texts.count(clients.length)}.`}
      actions={clients.length > 0 && add}
    >
      {clients.length === 0 && <EmptyState isCompact title={texts.none} text={texts.noneHelp} action={add} />}
      {clients.length > 0 && (
        <ul className={classes.clients}>
          {clients.map((client) => (
            <ClientRow
              key={client.id}
              client={client}
              onEdit={() => setEditing(client)}
              onRotate={() => setRotating(client)}
              onUndo={() => setUndoing(client)}
              onRemove={() => setRemoving(client)}
            />
          ))}
        </ul>
      )}
      <AddClientModal isOpen={isAdding} onClose={() => setAdding(false)} />
      <EditClientModal client={editing} onClose={() => setEditing(undefined)} />
      <RotateTokenModal client={rotating} onClose={() => setRotating(undefined)} />
      {undoing && (
        <UndoDialog
          title={undoTexts.titleOf(undoing.name)}
          choices={[{ label: undoing.name, cause: { means: meansOf(undoing) } }]}
          since={dayAgo()}
          onClose={() => setUndoing(undefined)}
        />
      )}
      <ConfirmModal
        isOpen={removing !== undefined}
        title={texts.removeTitle(removing?.name ?? '')}
        confirm={texts.removeConfirm}
        onClose={() => setRemoving(undefined)}
        onConfirm={async () => {
          if (!removing) return;
          await remove.mutateAsync({ params: { id: removing.id } });
          showSuccess(texts.removed(removing.name));
        }}
      >
        {texts.removeText}
      </ConfirmModal>
    </Panel>
  );
}
