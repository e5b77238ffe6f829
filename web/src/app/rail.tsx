import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import {
  IconBook,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useMay, useSession } from '../api/session.ts';
import { Mark } from '../components/brand/mark.tsx';
import { shellTexts } from '../texts/shell.ts';
import { allowedBy, type Destination, isWithin, mainPages, settingsSections } from './navigation.ts';
import classes from './rail.module.css';
import { UserMenu } from './user-menu.tsx';

/** The navigation at the side: search, pages, settings, account. Collapsed, it shows only icons. */
export function Rail({
  isSlim,
  onResize,
  onKeyboard,
}: {
  isSlim: boolean;
  onResize: () => void;
  onKeyboard: () => void;
}) {
  const { pathname } = useLocation();
  const isAllowed = allowedBy(useMay());
  const [firstSetting] = settingsSections.flatMap(({ pages }) => pages).filter(isAllowed);
  return (
    <div className={classes.rail} data-slim={isSlim || undefined}>
      <RailHead isSlim={isSlim} onResize={onResize} />
      <SearchButton isSlim={isSlim} />
      {mainPages.filter(isAllowed).map((page) => (
        <RailLink key={page.to} page={page} isSlim={isSlim} isCurrent={isWithin(pathname, page)} />
      ))}
      <div className={classes.foot}>
        {firstSetting && (
          <RailLink
            page={{ to: firstSetting.to, label: shellTexts.settings, icon: IconSettings }}
            isSlim={isSlim}
            isCurrent={pathname.startsWith('/settings/')}
          />
        )}
        <a className={classes.link} href="/docs" aria-label={isSlim ? shellTexts.docs : undefined}>
          <IconBook size={18} stroke={1.75} aria-hidden />
          {!isSlim && <span>{shellTexts.docs}</span>}
        </a>
        <UserMenu isSlim={isSlim} onKeyboard={onKeyboard} />
      </div>
    </div>
  );
}

function RailHead({ isSlim, onResize }: { isSlim: boolean; onResize: () => void }) {
  const { workspace } = useSession();
  const Resize = isSlim ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={classes.head}>
      <Mark />
      {!isSlim && (
        <>
          <span className={classes.product}>{shellTexts.product}</span>
          <span className={classes.workspace}>{workspace.name}</span>
        </>
      )}
      <ActionIcon
        className={classes.resize}
        visibleFrom="sm"
        aria-label={isSlim ? shellTexts.expandNavigation : shellTexts.collapseNavigation}
        aria-expanded={!isSlim}
        onClick={onResize}
      >
        <Resize size={16} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}

const SearchButton = ({ isSlim }: { isSlim: boolean }) => (
  <UnstyledButton
    className={classes.search}
    onClick={spotlight.open}
    aria-label={isSlim ? shellTexts.search : undefined}
  >
    <IconSearch size={16} stroke={1.75} aria-hidden />
    {!isSlim && (
      <>
        <span>{shellTexts.search}</span>
        <kbd>{shellTexts.searchShort}</kbd>
      </>
    )}
  </UnstyledButton>
);

const RailLink = ({
  page: { to, label, icon: Icon },
  isSlim,
  isCurrent,
}: {
  page: Pick<Destination, 'to' | 'label' | 'icon'>;
  isSlim: boolean;
  isCurrent: boolean;
}) => (
  <Tooltip label={label} position="right" disabled={!isSlim}>
    <Link
      to={to}
      className={classes.link ?? ''}
      aria-label={isSlim ? label : undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon size={18} stroke={1.75} />
      {!isSlim && <span>{label}</span>}
    </Link>
  </Tooltip>
);
