import { Badge, Group, Stack, Switch, Text } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useChange } from '../../api/queries.ts';
import { calmExpiry, ExpiryChip } from '../../components/chips/expiry-chip.tsx';
import { showFailure } from '../../components/notices/notify.ts';
import { showUndo } from '../../components/notices/undo-toast.tsx';
import { OverflowMenu } from '../../components/page/overflow-menu.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { apiSettingsTexts } from '../../texts/api-settings.ts';
import { undoTexts } from '../../texts/undo.ts';
import classes from './api-settings.module.css';
import type { Client } from './api-settings.ts';

const { clients: texts, limits } = apiSettingsTexts;

interface RowActions {
  readonly onEdit: () => void;
  readonly onRotate: () => void;
  readonly onUndo: () => void;
  readonly onRemove: () => void;
}

/** A client with its limits, a switch, and a menu for everything else. */
export function ClientRow({ client, onEdit, onRotate, onUndo, onRemove }: { client: Client } & RowActions) {
  const change = useChange('PATCH /api-settings/clients/:id', ['GET /api-settings', 'GET /home/attention']);
  const { id, name, scope, active } = client;
  const setActive = (active: boolean) => change.mutateAsync({ params: { id }, body: { active } });
  const toggle = () =>
    setActive(!active).then(
      () => showUndo(texts.switched(name, !active), () => setActive(active)),
      showFailure,
    );
  return (
    <li>
      <Stack gap={2} miw={0} flex="1 1 12rem">
        <Group gap="xs">
          <Text fw={500}>
            <Name>{name}</Name>
          </Text>
          <Badge variant="default">{texts.scopes[scope].label}</Badge>
          <ExpiryChip at={client.expires_at} />
        </Group>
        <ClientFacts client={client} />
      </Stack>
      <Group gap="sm" wrap="nowrap">
        <Switch
          checked={active}
          onChange={() => void toggle()}
          disabled={change.isPending}
          label={active ? texts.active : texts.inactive}
          aria-label={texts.switchLabel(name)}
        />
        <OverflowMenu
          label={texts.actionsOf(name)}
          items={[
            { label: texts.edit, icon: IconPencil, onClick: onEdit },
            { label: texts.rotate, icon: IconRefresh, onClick: onRotate },
            { label: undoTexts.offer, icon: IconArrowBackUp, onClick: onUndo },
            { label: texts.remove, icon: IconTrash, isDanger: true, onClick: onRemove },
          ]}
        />
      </Group>
    </li>
  );
}

function ClientFacts({ client }: { client: Client }) {
  const { last_used_at, created_at, expires_at, allowed_addresses, previous_token } = client;
  const expiry = calmExpiry(expires_at);
  return (
    <>
      <Text size="xs" c="dimmed" component="div">
        {last_used_at === null ? texts.neverUsed : texts.lastUsed}{' '}
        {last_used_at !== null && <Moment at={last_used_at} />} · {texts.created} <Moment at={created_at} />
        {expiry !== undefined && ` · ${expiry}`}
      </Text>
      {allowed_addresses.length > 0 && (
        <Text size="xs" c="dimmed" className={classes.addresses}>
          {limits.from(allowed_addresses)}
        </Text>
      )}
      {previous_token && (
        <Text size="xs" c="dimmed" component="div">
          {texts.previous} <Moment at={previous_token.until} /> ·{' '}
          {previous_token.last_used_at === null ? texts.previousUnused : texts.previousUsed}{' '}
          {previous_token.last_used_at !== null && <Moment at={previous_token.last_used_at} />}
        </Text>
      )}
    </>
  );
}
