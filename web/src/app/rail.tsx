import { ActionIcon, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconBook,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useId } from 'react';
import { useSession } from '../api/session.ts';
import { Mark } from '../components/brand/mark.tsx';
import { shellTexts } from '../texts/shell.ts';
import { allowedBy, areas, type Destination, isWithin, mainPages } from './navigation.ts';
import classes from './rail.module.css';
import { palette } from './search/palette.ts';
import { type Count, useAttention } from './use-attention.ts';
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
  const isAllowed = allowedBy(useSession());
  const counts = useAttention();
  const areaLinks = areas.flatMap(({ path, label, icon = IconSettings, sections }) => {
    const first = sections.flatMap(({ pages }) => pages).find(isAllowed);
    const link = first && (
      <RailLink
        key={path}
        page={{ to: first.to, label, icon }}
        isSlim={isSlim}
        isCurrent={pathname.startsWith(`${path}/`)}
      />
    );
    return [link];
  });
  const [apps, settings] = areaLinks;
  return (
    <div className={classes.rail} data-slim={isSlim || undefined}>
      <RailHead isSlim={isSlim} onResize={onResize} />
      <SearchButton isSlim={isSlim} />
      {mainPages.filter(isAllowed).map((page) => (
        <RailLink
          key={page.to}
          page={page}
          count={counts[page.to]}
          isSlim={isSlim}
          isCurrent={isWithin(pathname, page)}
        />
      ))}
      {apps}
      <div className={classes.foot}>
        {settings}
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
    // On a phone, the bar above has a button for it.
    visibleFrom="sm"
    onClick={palette.open}
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

function RailLink({
  page: { to, label, icon: Icon },
  count,
  isSlim,
  isCurrent,
}: {
  page: Pick<Destination, 'to' | 'label' | 'icon'>;
  count?: Count | undefined;
  isSlim: boolean;
  isCurrent: boolean;
}) {
  const countId = useId();
  return (
    <div className={classes.item}>
      <Tooltip label={label} position="right" disabled={!isSlim}>
        <Link
          to={to}
          className={classes.link ?? ''}
          aria-label={isSlim ? label : undefined}
          aria-describedby={count && countId}
          aria-current={isCurrent ? 'page' : undefined}
        >
          <Icon size={18} stroke={1.75} aria-hidden />
          {!isSlim && <span>{label}</span>}
        </Link>
      </Tooltip>
      {/* Outside the link, so that the link's name is exactly its visible label. */}
      {count && (
        <span className={classes.count} data-tone={count.tone} title={count.spoken}>
          <span aria-hidden>{count.shown}</span>
          <VisuallyHidden id={countId}>{count.spoken}</VisuallyHidden>
        </span>
      )}
    </div>
  );
}
