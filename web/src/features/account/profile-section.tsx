import { Text } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { SettingAction, SettingRows } from '../../components/settings/setting-rows.tsx';
import { Name } from '../../components/values/name.tsx';
import { accountTexts } from '../../texts/sign-in/account.ts';

const texts = accountTexts.profile;

/** Who the user is in this workspace. */
export function ProfileSection() {
  const { user, role } = useSession();
  return (
    <SettingRows title={texts.title}>
      <SettingAction label={texts.name}>
        <Text size="sm">
          <Name>{user.name}</Name>
        </Text>
      </SettingAction>
      <SettingAction label={texts.email}>
        <Text size="sm">{user.email}</Text>
      </SettingAction>
      <SettingAction label={texts.role} help={role.is_admin ? undefined : texts.roleHelp}>
        <Text size="sm">
          <Name>{role.name}</Name>
        </Text>
      </SettingAction>
    </SettingRows>
  );
}
