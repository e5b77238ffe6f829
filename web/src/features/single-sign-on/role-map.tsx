import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { SettingAction } from '../../components/settings/setting-rows.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { ssoTexts } from '../../texts/sign-in/single-sign-on.ts';
import type { ProviderValues, SsoAnswer } from './provider.ts';

const texts = ssoTexts.map;

/** Which value of the claim means which role. */
export function RoleMap({
  map,
  roles,
  error,
  onChange,
}: {
  map: ProviderValues['map'];
  roles: SsoAnswer['roles'];
  error: string | undefined;
  onChange: (map: ProviderValues['map']) => void;
}) {
  const set = (key: number, changes: { value?: string; role?: string }) =>
    onChange(map.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const add = () =>
    onChange([
      ...map,
      { key: Math.max(-1, ...map.map(({ key }) => key)) + 1, value: '', role: String(roles[0]?.id ?? '') },
    ]);
  return (
    <SettingAction label={texts.label} help={texts.help}>
      <Stack gap="xs">
        {map.map(({ key, value, role }, index) => (
          <Group key={key} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={texts.value(index + 1)}
              placeholder={texts.placeholder}
              value={value}
              onChange={({ currentTarget }) => set(key, { value: currentTarget.value })}
            />
            <NativeSelect
              flex={1}
              aria-label={texts.role(index + 1)}
              data={roles.map(({ id, name }) => ({ value: String(id), label: escapeBidi(name) }))}
              value={role}
              onChange={({ currentTarget }) => set(key, { role: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={texts.remove(index + 1)}
              onClick={() => onChange(map.filter((row) => row.key !== key))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        {error && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
        <div>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
            {texts.add}
          </Button>
        </div>
      </Stack>
    </SettingAction>
  );
}
