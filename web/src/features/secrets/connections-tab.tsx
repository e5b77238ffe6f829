import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { query, useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { PageAction } from '../../components/page/page-action.tsx';
import { connectionsTexts as texts } from '../../texts/secrets/connections.ts';
import { type Connection, staleConnections } from './connection.ts';
import { ConnectionModal, type EditedConnection } from './connection-modal.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ConnectionsTable, usesOf } from './connections-table.tsx';
import { SecretsFrame } from './secrets-frame.tsx';
import { Uses } from './uses.tsx';

const route = getRouteApi('/settings/secrets');
const guide = 'console/settings.md#connections-settingssecretstabconnections';

/** Lists all connections and where they are used. It never shows their secrets. */
export function ConnectionsTab() {
  const { data } = useSuspenseQuery(query('GET /connections', {}));
  const { connection: signedIn, result } = route.useSearch();
  const navigate = route.useNavigate();
  const [editing, setEditing] = useState<EditedConnection>();
  const [removing, setRemoving] = useState<Connection>();
  const { connections, redirect_uri } = data;
  const add = <PageAction label={texts.add} onClick={() => setEditing('new')} />;
  return (
    <SecretsFrame
      tab="connections"
      about={texts.about}
      actions={connections.length > 0 ? add : undefined}
      guide={guide}
    >
      {result && (
        <ConnectionNotice
          result={result}
          connection={connections.find(({ id }) => id === signedIn)}
          onClose={() => void navigate({ search: { tab: 'connections' }, replace: true })}
        />
      )}
      {connections.length === 0 ? (
        <EmptyState drawing="plug" title={texts.none} text={texts.noneHelp} action={add} guide={guide} />
      ) : (
        <ConnectionsTable connections={connections} onEdit={setEditing} onRemove={setRemoving} />
      )}
      <ConnectionModal editing={editing} redirectUri={redirect_uri} onClose={() => setEditing(undefined)} />
      <RemoveModal connection={removing} onClose={() => setRemoving(undefined)} />
    </SecretsFrame>
  );
}

/** Deletes a connection, or says which published workflows use it. */
function RemoveModal({ connection, onClose }: { connection: Connection | undefined; onClose: () => void }) {
  const remove = useChange('DELETE /connections/:id', staleConnections);
  const isUsed = connection !== undefined && connection.uses.length > 0;
  return (
    <ConfirmModal
      isOpen={connection !== undefined}
      isBlocked={isUsed}
      title={texts.removeTitle(connection?.name ?? '')}
      confirm={texts.removeConfirm}
      onClose={onClose}
      onConfirm={async () => {
        if (!connection) return;
        await remove.mutateAsync({ params: { id: connection.id } });
        showSuccess(texts.removed(connection.name));
      }}
    >
      {isUsed ? (
        <>
          {texts.removeUsed}
          <Uses uses={usesOf(connection)} />
        </>
      ) : (
        texts.removeText
      )}
    </ConfirmModal>
  );
}
