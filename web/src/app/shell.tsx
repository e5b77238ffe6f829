import { ActionIcon, AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { Mark } from '../components/brand/mark.tsx';
import { UnsavedChangesGuard } from '../components/dialogs/unsaved-changes.tsx';
import { rememberSearch } from '../components/navigation/last-search.ts';
import { LoadingPage } from '../components/page/loading.tsx';
import { useNarrow } from '../components/page/use-narrow.ts';
import { shellTexts } from '../texts/shell.ts';
import { AreaList } from './area-list.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { KeyboardMap } from './keyboard-map.tsx';
import { areas } from './navigation.ts';
import { Rail } from './rail.tsx';
import { CommandPalette } from './search/command-palette.tsx';
import { palette } from './search/palette.ts';
import classes from './shell.module.css';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** The frame around every screen: the rail with search, pages and account, and the content. */
export function Shell() {
  const [isOpen, navigation] = useDisclosure(false);
  const [isMapOpen, map] = useDisclosure(false);
  const [isSlim, setSlim] = useLocalStorage({ key: 'hark-rail-is-slim', defaultValue: false });
  const { pathname, search } = useLocation();
  const isNarrow = useNarrow();
  // An open step needs the room, so the rail folds until the user widens it.
  const [isKeptWide, setKeptWide] = useState(false);
  const hasRoom = useMediaQuery('(min-width: 90em)') ?? true;
  const isStepOpen = /^\/workflows\/\d+$/.test(pathname) && 'step' in search;
  const isFolded = isSlim || (isStepOpen && !hasRoom && !isKeptWide);
  const resize = () => {
    setKeptWide(isFolded);
    setSlim(!isFolded);
  };
  const area = areas.find(({ path }) => pathname.startsWith(`${path}/`));
  // On a narrow screen, close the navigation after the user has chosen a page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(navigation.close, [pathname]);
  useFocusOnNavigation(pathname);
  useEffect(() => rememberSearch(pathname, search), [pathname, search]);
  return (
    <AppShell
      // On a phone, the rail opens below the header.
      layout={isNarrow ? 'default' : 'alt'}
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: isFolded ? 56 : 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
    >
      <a className="skip-link" href="#content">
        {shellTexts.skip}
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes.header}>
        <PhoneBar isOpen={isOpen} onToggle={navigation.toggle} />
      </AppShell.Header>
      <AppShell.Navbar aria-label={shellTexts.navigation} className={classes.navbar}>
        <Rail isSlim={isFolded && !isNarrow} onResize={resize} onKeyboard={map.open} />
      </AppShell.Navbar>
      <AppShell.Main
        id="content"
        tabIndex={-1}
        className={classes.main}
        data-area={area !== undefined || undefined}
        data-covered={isOpen || undefined}
      >
        {area && <AreaList {...area} />}
        <div className={classes.screen}>
          <Suspense fallback={<LoadingPage />}>
            <Outlet />
          </Suspense>
        </div>
      </AppShell.Main>
      <UnsavedChangesGuard />
      <ConfirmIdentity />
      <CommandPalette />
      <KeyboardMap isOpen={isMapOpen} onOpen={map.open} onClose={map.close} />
    </AppShell>
  );
}

/** On a phone: opens the rail and the search. Between them is the title of the page (PageFrame). */
function PhoneBar({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap">
      <Burger
        opened={isOpen}
        onClick={onToggle}
        size="sm"
        aria-label={isOpen ? shellTexts.closeNavigation : shellTexts.openNavigation}
      />
      <Mark />
      <ActionIcon ml="auto" size={40} aria-label={shellTexts.search} onClick={palette.open}>
        <IconSearch size={18} stroke={1.75} />
      </ActionIcon>
    </Group>
  );
}
