import { AppShell, Burger, Group, NavLink, ScrollArea, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useMay, useSession } from '../api/session.ts';
import { UnsavedChangesGuard } from '../components/dialogs/unsaved-changes.tsx';
import { Loading } from '../components/page/loading.tsx';
import { shellTexts } from '../texts/shell.ts';
import { CommandPalette } from './command-palette.tsx';
import { KeyboardMap } from './keyboard-map.tsx';
import { type Destination, mainPages, settingsPages } from './navigation.ts';
import classes from './shell.module.css';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { UserMenu } from './user-menu.tsx';

/** The frame around every screen: header with search and account menu, navigation, content. */
export function Shell() {
  const [isOpen, navigation] = useDisclosure(false);
  const [isMapOpen, map] = useDisclosure(false);
  const { pathname } = useLocation();
  const { workspace } = useSession();
  // On a narrow screen, close the navigation after the user has chosen a page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(navigation.close, [pathname]);
  useFocusOnNavigation(pathname);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip-link" href="#content">
        {shellTexts.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={navigation.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? shellTexts.closeNavigation : shellTexts.openNavigation}
            />
            <Text fw={700}>{shellTexts.product}</Text>
            <Text c="dimmed" truncate>
              {workspace.name}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <UnstyledButton className={classes.search} onClick={spotlight.open} visibleFrom="xs">
              <span>{shellTexts.search}</span>
              <kbd>{shellTexts.searchShort}</kbd>
            </UnstyledButton>
            <UserMenu onKeyboard={map.open} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={shellTexts.navigation}>
        <AppShell.Section grow component={ScrollArea}>
          <NavSection pages={mainPages} />
          <NavSection pages={settingsPages} title={shellTexts.settings} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
      <UnsavedChangesGuard />
      <CommandPalette />
      <KeyboardMap isOpen={isMapOpen} onOpen={map.open} onClose={map.close} />
    </AppShell>
  );
}

/** Links to the pages that the user can access. If there are none, the heading is hidden too. */
function NavSection({ pages, title }: { pages: readonly Destination[]; title?: string }) {
  const may = useMay();
  const { pathname } = useLocation();
  const open = pages.filter(({ act }) => act === undefined || may(act));
  if (open.length === 0) return null;
  return (
    <>
      {title && (
        <Text size="xs" fw={600} c="dimmed" px="sm" pt="md" pb={4}>
          {title}
        </Text>
      )}
      {open.map(({ to, label, icon: Icon }) => {
        const isCurrent = to === '/' ? pathname === '/' : pathname.startsWith(to);
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            active={isCurrent}
            aria-current={isCurrent ? 'page' : undefined}
            leftSection={<Icon size={18} stroke={1.6} />}
            className={classes.link}
          />
        );
      })}
    </>
  );
}
