import {
  Divider,
  NavLink,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { PersonAvatar } from '../components/chips/person-avatar.tsx';
import { shellTexts } from '../texts/shell.ts';
import classes from './user-menu.module.css';

/** The account menu: user, account page, API Settings, color scheme, sign-out. */
export function UserMenu({ isSlim, onKeyboard }: { isSlim: boolean; onKeyboard: () => void }) {
  const { user, role, form_token } = useSession();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const showKeyboard = () => {
    close();
    onKeyboard();
  };
  return (
    <Popover opened={isOpen} onChange={close} position="top-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.me} onClick={toggle}>
          <PersonAvatar name={user.name} size={28} />
          {!isSlim && (
            <span className={classes.words}>
              <span className={classes.name}>{user.name}</span>
              <span className={classes.role}>{role.name}</span>
            </span>
          )}
          <VisuallyHidden>{shellTexts.account}</VisuallyHidden>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={shellTexts.account}>
        <Stack gap={0} px="sm" py="xs">
          <Text size="sm" fw={500}>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed">
            {user.email}
          </Text>
          <Text size="xs" c="dimmed">
            {role.name}
          </Text>
        </Stack>
        <Divider my={4} />
        <NavLink
          component={Link}
          to="/settings/account"
          onClick={close}
          label={shellTexts.pages.account}
          leftSection={<IconUserCircle size={16} />}
        />
        <NavLink
          component={Link}
          to="/apps/api"
          onClick={close}
          label={shellTexts.pages.apiSettings}
          leftSection={<IconKey size={16} />}
        />
        <NavLink
          component="button"
          onClick={showKeyboard}
          label={shellTexts.keyboard}
          leftSection={<IconKeyboard size={16} />}
        />
        <Divider my={4} />
        <SchemeChoice />
        <Divider my={4} />
        <form method="post" action="/sign-out">
          <input type="hidden" name="form_token" value={form_token} />
          <NavLink
            component="button"
            type="submit"
            label={shellTexts.signOut}
            leftSection={<IconLogout size={16} />}
          />
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { scheme } = shellTexts;
  const choices = ['light', 'dark', 'auto'] as const;
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={scheme.label}
      value={colorScheme}
      onChange={setColorScheme}
      data={choices.map((value) => ({ value, label: scheme[value] }))}
    />
  );
}
