import { Anchor, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { NotFound } from '../../app/page-failures.tsx';
import { BackLink } from '../../components/page/back-link.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { SettingAction, SettingRows } from '../../components/settings/setting-rows.tsx';
import { rolesTexts } from '../../texts/roles.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { DeleteRole } from './delete-role.tsx';
import type { Role } from './role.ts';
import { RoleForm } from './role-form.tsx';

const route = getRouteApi('/settings/roles/$id');
const texts = rolesTexts.page;
const newRole: Role = {
  id: 0,
  name: '',
  is_admin: false,
  permissions: {},
  requires_second_factor: false,
  users: 0,
};

/** A role's name and permissions, and the users who have it. */
export function RolePage() {
  const { id } = route.useParams();
  const { data } = useSuspenseQuery(query('GET /roles', {}));
  const isNew = id === 'new';
  const role = isNew ? newRole : data.roles.find((one) => one.id === Number(id));
  if (role === undefined) return <NotFound text={texts.unknown} />;
  const isOnlyAdmin = role.is_admin && data.roles.filter(({ is_admin }) => is_admin).length === 1;
  const impossible = isOnlyAdmin ? texts.onlyAdmin : role.users > 0 ? texts.inUse(role.users) : undefined;
  return (
    <PageFrame
      isNarrow
      back={<BackLink to="/settings/roles" label={texts.back} />}
      title={isNew ? texts.newTitle : role.name}
      about={isNew ? undefined : <WhoHas role={role} />}
      guide="console/people.md#roles-settingsroles"
    >
      <Stack gap="lg">
        <RoleForm key={id} role={role} isNew={isNew} permissions={data.permissions} />
        {!isNew && (
          <SettingRows title={sharedTexts.danger} isDangerous>
            <SettingAction label={texts.removeLabel} help={impossible ?? texts.removeHelp}>
              <DeleteRole role={role} impossible={impossible} />
            </SettingAction>
          </SettingRows>
        )}
      </Stack>
    </PageFrame>
  );
}

/** The number of users with the role, linked to their list. */
const WhoHas = ({ role: { id, users } }: { role: Role }) =>
  users === 0 ? (
    texts.nobodyHas
  ) : (
    <Anchor
      size="sm"
      underline="always"
      renderRoot={(props) => <Link to="/settings/users" search={{ role: id }} {...props} />}
    >
      {texts.has(users)}
    </Anchor>
  );
