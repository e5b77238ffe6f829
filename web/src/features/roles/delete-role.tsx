import { useChange } from '../../api/queries.ts';
import { DeleteButton } from '../../components/dialogs/delete-button.tsx';
import { rolesTexts } from '../../texts/roles.ts';
import type { Role } from './role.ts';

const texts = rolesTexts.page;

/** Deletes a role, unless it is assigned to users. */
export function DeleteRole({ role: { id, name, users }, isOnlyAdmin }: { role: Role; isOnlyAdmin: boolean }) {
  const remove = useChange('DELETE /roles/:id');
  return (
    <DeleteButton
      label={texts.remove}
      title={texts.removeTitle(name)}
      done={texts.removed(name)}
      list={{ to: '/settings/roles', stale: ['GET /roles'] }}
      isBlocked={users > 0}
      {...(isOnlyAdmin && { impossible: texts.onlyAdmin })}
      onDelete={() => remove.mutateAsync({ params: { id } })}
    >
      {users === 0 ? texts.removeText : texts.inUse(users)}
    </DeleteButton>
  );
}
