import { ActionIcon, Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { showFailure, showSuccess } from '../../components/notices/notify.ts';
import { showUndo } from '../../components/notices/undo-toast.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { apiSettingsTexts } from '../../texts/api-settings.ts';
import { AddClientModal } from './add-client-modal.tsx';
import classes from './api-settings.module.css';
import type { ApiSettings } from './api-settings.ts';

const texts = apiSettingsTexts.clients;
type Client = ApiSettings['clients'][number];

/** Lists the user's API clients. The user can add, enable, disable and delete them. */
export function ClientsPanel({ clients, isMain }: { clients: readonly Client[]; isMain: boolean }) {
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Client>();
  const remove = useChange('DELETE /api-settings/clients/:id', ['GET /api-settings']);
  const add = (
    <Button
      variant={isMain ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} />}
      onClick={() => setAdding(true)}
    >
      {texts.add}
    </Button>
  );
  return (
    <Panel
      title={texts.title}
      about={clients.length === 0 ? texts.about : `${texts.about} ${texts.count(clients.length)}.`}
      actions={clients.length > 0 && add}
    >
      {clients.length === 0 && (
        <EmptyState isCompact title={texts.none} text={texts.noneHelp} action={add} guide="rest-api.md" />
      )}
      {clients.length > 0 && (
        <ul className={classes.clients}>
          {clients.map((client) => (
            <ClientRow key={client.id} client={client} onRemove={() => setRemoving(client)} />
          ))}
        </ul>
      )}
      <AddClientModal isOpen={isAdding} onClose={() => setAdding(false)} />
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

function ClientRow({ client, onRemove }: { client: Client; onRemove: () => void }) {
  const change = useChange('PATCH /api-settings/clients/:id', ['GET /api-settings']);
  const { id, name, scope, active } = client;
  const setActive = (active: boolean) => change.mutateAsync({ params: { id }, body: { active } });
  const toggle = () =>
    setActive(!active).then(
      () => showUndo(texts.switched(name, !active), () => setActive(active)),
      showFailure,
    );
  return (
    <li>
      <Stack gap={0} miw={0} flex="1 1 12rem">
        <Group gap="xs">
          <Text fw={500}>
            <Name>{name}</Name>
          </Text>
          <Badge variant="default">{texts.scopes[scope].label}</Badge>
        </Group>
        <Text size="xs" c="dimmed" component="div">
          {client.last_used_at === null ? texts.neverUsed : texts.lastUsed}{' '}
          {client.last_used_at !== null && <Moment at={client.last_used_at} />} · {texts.created}{' '}
          <Moment at={client.created_at} />
        </Text>
      </Stack>
      <Group gap="sm" wrap="nowrap">
        <Switch
          checked={active}
          onChange={() => void toggle()}
          disabled={change.isPending}
          label={active ? texts.active : texts.inactive}
          aria-label={texts.switchLabel(name)}
        />
        <ActionIcon variant="subtle" color="red" aria-label={texts.remove(name)} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </li>
  );
}
