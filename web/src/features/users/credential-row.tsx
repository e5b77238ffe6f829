import { ActionIcon, Badge, Group, Stack, Switch, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useChange } from '../../api/queries.ts';
import { calmExpiry, ExpiryChip } from '../../components/chips/expiry-chip.tsx';
import { showFailure } from '../../components/notices/notify.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { usersTexts } from '../../texts/users.ts';
import type { Credential } from './viewed-user.ts';

const texts = usersTexts.credentials;
const createdLabels = {
  api_key: texts.made,
  api_client: texts.made,
  grant: texts.approved,
  session: texts.since,
};

/** A credential or session, its last use, and the button that revokes it. */
export function CredentialRow({
  user,
  credential,
  onEnd,
}: {
  user: number;
  credential: Credential;
  onEnd: () => void;
}) {
  const { kind, name, scope, network, active, created_at, expires_at, allowed_addresses, is_here } =
    credential;
  const expiry = calmExpiry(expires_at);
  return (
    <li>
      <Stack gap={0} miw={0} flex="1 1 12rem">
        <Group gap="xs">
          <Badge variant="default">{texts.kinds[kind]}</Badge>
          <Text fw={500} size="sm">
            <Name>{kind === 'api_key' ? texts.key : name}</Name>
          </Text>
          {scope !== null && kind !== 'api_key' && <Badge variant="default">{scope}</Badge>}
          <ExpiryChip at={expires_at} />
        </Group>
        <Text size="xs" c="dimmed" component="div">
          {credential.last_used_at === null ? (
            texts.neverUsed
          ) : (
            <>
              {texts.lastUse} <Moment at={credential.last_used_at} />
            </>
          )}
          {created_at !== null && (
            <>
              {' · '}
              {createdLabels[kind]} <Moment at={created_at} />
            </>
          )}
          {network !== null && ` · ${network}`}
          {expiry !== undefined && ` · ${expiry}`}
          {allowed_addresses.length > 0 && ` · ${texts.only(allowed_addresses)}`}
        </Text>
        {kind === 'api_key' && !active && <Text size="xs">{texts.keyOff}</Text>}
      </Stack>
      <Group gap="sm" wrap="nowrap">
        {kind === 'api_client' && <ClientSwitch user={user} client={credential} />}
        {is_here ? (
          <Text size="xs" c="dimmed">
            {texts.here}
          </Text>
        ) : (
          <ActionIcon variant="subtle" color="red" aria-label={texts.end[kind].label(name)} onClick={onEnd}>
            <IconTrash size={18} />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}

function ClientSwitch({ user, client }: { user: number; client: Credential }) {
  const change = useChange('PATCH /users/:id/api-clients/:client', ['GET /users/:id']);
  const toggle = () =>
    change.mutate(
      { params: { id: user, client: client.id }, body: { active: !client.active } },
      { onError: showFailure },
    );
  return (
    <Switch
      checked={client.active}
      onChange={toggle}
      disabled={change.isPending}
      label={client.active ? texts.on : texts.off}
      aria-label={texts.switchLabel(client.name)}
    />
  );
}
