import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { query, useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { PageAction } from '../../components/page/page-action.tsx';
import { WithCode } from '../../components/values/with-code.tsx';
import { secretsTexts as texts } from '../../texts/secrets/secrets.ts';
import { ConnectionsTab } from './connections-tab.tsx';
import type { Editing, Secret, Secrets } from './secret.ts';
import { SecretModal } from './secret-modal.tsx';
import { SecretsFrame } from './secrets-frame.tsx';
import { SecretsTable } from './secrets-table.tsx';
import { Uses } from './uses.tsx';

const route = getRouteApi('/settings/secrets');
const guide = 'console/settings.md#secrets-settingssecrets';

/** The workspace's credentials for other services: secrets for templates, and connections for HTTP requests. */
export const SecretsPage = () =>
  route.useSearch().tab === 'connections' ? <ConnectionsTab /> : <SecretsTab />;

/** Lists all secrets, who changed them, and where they are used. It never shows their values. */
function SecretsTab() {
  const { data } = useSuspenseQuery(query('GET /secrets', {}));
  const [editing, setEditing] = useState<Editing>();
  const [removing, setRemoving] = useState<Secret>();
  const remove = useChange('DELETE /secrets/:name', ['GET /secrets']);
  const add = (
    <PageAction label={texts.add} onClick={() => setEditing({ name: '', isNew: true, hosts: [] })} />
  );
  const { secrets, missing } = data;
  const published = removing?.uses.filter(({ place }) => place !== 'draft') ?? [];
  return (
    <SecretsFrame
      tab="secrets"
      about={<WithCode>{texts.about}</WithCode>}
      actions={secrets.length > 0 ? add : undefined}
      guide={guide}
    >
      {missing.length > 0 && (
        <Missing missing={missing} onAdd={(name) => setEditing({ name, isNew: true, hosts: [] })} />
      )}
      {secrets.length === 0 ? (
        <EmptyState drawing="lock" title={texts.none} text={texts.noneHelp} action={add} guide={guide} />
      ) : (
        <SecretsTable
          secrets={secrets}
          onReplace={({ name, hosts }) => setEditing({ name, isNew: false, hosts })}
          onRemove={setRemoving}
        />
      )}
      <SecretModal editing={editing} onClose={() => setEditing(undefined)} />
      <ConfirmModal
        isOpen={removing !== undefined}
        isBlocked={published.length > 0}
        title={texts.removeTitle(removing?.name ?? '')}
        confirm={texts.removeConfirm}
        onClose={() => setRemoving(undefined)}
        onConfirm={async () => {
          if (!removing) return;
          await remove.mutateAsync({ params: { name: removing.name } });
          showSuccess(texts.removed(removing.name));
        }}
      >
        {published.length > 0 ? texts.removeUsed(published.length) : texts.removeText}
      </ConfirmModal>
    </SecretsFrame>
  );
}

const Missing = ({ missing, onAdd }: { missing: Secrets['missing']; onAdd: (name: string) => void }) => (
  <Alert color="red" icon={<IconAlertTriangle />} title={texts.missingTitle}>
    <Text size="sm">{texts.missingText}</Text>
    <Stack gap="xs" mt="sm">
      {missing.map(({ name, uses }) => (
        <Group key={name} justify="space-between" gap="xs">
          <Text size="sm" component="div" miw={0}>
            <Text fw={500}>{name}</Text>
            <Uses uses={uses} />
          </Text>
          <Button size="xs" variant="default" onClick={() => onAdd(name)}>
            {texts.addMissing(name)}
          </Button>
        </Group>
      ))}
    </Stack>
  </Alert>
);
