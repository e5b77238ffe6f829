import { useChange } from '../../api/queries.ts';
import { DeleteButton } from '../../components/dialogs/delete-button.tsx';
import { rolesTexts } from '../../texts/roles.ts';
import type { Role } from './role.ts';

const texts = rolesTexts.page;

/** Deletes a role. `impossible` says why it can't be deleted. */
export function DeleteRole({
  role: { id, name },
  impossible,
}: {
  role: Role;
  impossible: string | undefined;
}) {
  const remove = useChange('DELETE /roles/:id');
  return (
    <DeleteButton
      label={texts.remove}
      title={texts.removeTitle(name)}
      done={texts.removed(name)}
      list={{ to: '/settings/roles', stale: ['GET /roles'] }}
      impossible={impossible}
      onDelete={() => remove.mutateAsync({ params: { id } })}
    >
      {texts.removeText}
    </DeleteButton>
  );
}
