import { Group, Switch, Text } from '@mantine/core';
import { useChange } from '../../api/queries.ts';
import { calmExpiry, ExpiryChip } from '../../components/chips/expiry-chip.tsx';
import { EndAccess } from '../../components/dialogs/end-access.tsx';
import { showFailure } from '../../components/notices/notify.ts';
import { SettingAction } from '../../components/settings/setting-rows.tsx';
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
  onEnd: () => Promise<unknown>;
}) {
  const { kind, name, scope, network, active, created_at, expires_at, allowed_addresses, is_here } =
    credential;
  const expiry = calmExpiry(expires_at);
  const end = texts.end[kind];
  const facts = [
    ...(scope !== null && kind !== 'api_key' ? [texts.scope(scope)] : []),
    ...(network === null ? [] : [network]),
    ...(expiry === undefined ? [] : [expiry]),
    ...(allowed_addresses.length > 0 ? [texts.only(allowed_addresses)] : []),
  ];
  return (
    <SettingAction
      label={
        <Group gap="xs">
          <Name>{kind === 'api_key' ? texts.key : name}</Name>
          <ExpiryChip at={expires_at} />
        </Group>
      }
      help={
        <>
          {kind !== 'api_key' && `${texts.kinds[kind]} · `}
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
          {facts.map((fact) => ` · ${fact}`)}
          {kind === 'api_key' && !active && <div>{texts.keyOff}</div>}
        </>
      }
    >
      {is_here ? (
        <Text size="sm" c="dimmed">
          {texts.here}
        </Text>
      ) : (
        <Group gap="sm" wrap="nowrap">
          {kind === 'api_client' && <ClientSwitch user={user} client={credential} />}
          <EndAccess
            button={end.button}
            label={end.label(name)}
            title={`${end.label(name)}?`}
            text={texts.endText[kind]}
            confirm={end.confirm}
            done={texts.ended}
            onEnd={onEnd}
          />
        </Group>
      )}
    </SettingAction>
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
