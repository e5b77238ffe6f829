import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle, IconUserOff } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { PersonAvatar } from '../../components/chips/person-avatar.tsx';
import { BackLink } from '../../components/page/back-link.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { usersTexts } from '../../texts/users.ts';
import { CredentialsPanel } from './credentials-panel.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { UserKeyUsesPanel } from './key-uses-panel.tsx';
import { OwnsPanel } from './owns-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { UserActions } from './user-actions.tsx';

const route = getRouteApi('/settings/users/$id');
const texts = usersTexts.page;

/** A user's details, what they own, and their credentials and sessions. */
export function UserPage() {
  const { id } = route.useParams();
  const { data } = useSuspenseQuery(query('GET /users/:id', { params: { id: Number(id) } }));
  const { user } = data;
  const isSelf = useSession().user.id === user.id;
  return (
    <PageFrame
      isNarrow
      back={<BackLink to="/settings/users" label={texts.back} />}
      picture={<PersonAvatar name={user.name} size={28} />}
      title={user.name}
      guide="console/people.md#users-settingsusers"
      about={
        <>
          {user.email} · {user.last_seen_at === null ? texts.neverSeen : texts.lastSeen}{' '}
          {user.last_seen_at !== null && <Moment at={user.last_seen_at} />}
        </>
      }
      actions={<UserActions viewed={data} />}
    >
      <Stack gap="lg">
        {!user.active && (
          <Alert color="red" icon={<IconUserOff />} title={texts.switchedOff}>
            {texts.switchedOffHelp}
          </Alert>
        )}
        {data.is_last_administrator && (
          <Alert color="yellow" icon={<IconInfoCircle />}>
            {isSelf ? texts.youAreLastAdministrator : texts.lastAdministrator}
          </Alert>
        )}
        <DetailsPanel key={`${user.id} ${user.name} ${user.role.id}`} viewed={data} />
        <OwnsPanel viewed={data} />
        <SecondFactorPanel viewed={data} />
        <CredentialsPanel viewed={data} />
        <UserKeyUsesPanel uses={data.key_uses} />
      </Stack>
    </PageFrame>
  );
}
