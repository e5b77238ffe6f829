import { useChange } from '../../api/queries.ts';
import { DeleteButton } from '../../components/dialogs/delete-button.tsx';
import { oauthClientsTexts } from '../../texts/oauth-clients.ts';
import type { ViewedClient } from './viewed-client.ts';

const texts = oauthClientsTexts.page;

/** Deletes an app with all of its authorizations. */
export function DeleteClient({ client: { id, name, grants } }: { client: ViewedClient['client'] }) {
  const remove = useChange('DELETE /oauth-clients/:id');
  return (
    <DeleteButton
      label={texts.remove}
      title={texts.removeTitle(name)}
      done={texts.removed(name)}
      list={{ to: '/apps/oauth', stale: ['GET /oauth-clients'] }}
      onDelete={() => remove.mutateAsync({ params: { id } })}
    >
      {texts.removeText(grants)}
    </DeleteButton>
  );
}
