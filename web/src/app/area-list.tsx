import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useScrollingRow } from '../components/navigation/use-scrolling-row.ts';
import { shellTexts } from '../texts/shell.ts';
import classes from './area-list.module.css';
import { allowedBy, allowedSections, type Destination, isWithin, type Section } from './navigation.ts';
import rail from './rail.module.css';

/** With more pages than this, a phone shows them in a menu instead of a row. */
const maxRowPages = 5;

/** The pages of an area that the user can open, next to the open one. */
export function AreaList({ label, sections }: { label: string; sections: readonly Section[] }) {
  const { pathname } = useLocation();
  const row = useScrollingRow<HTMLDivElement>();
  const id = useId();
  const [openedAt, setOpenedAt] = useState<string>();
  // Another page closes the menu.
  const isOpen = openedAt === pathname;
  const isAllowed = allowedBy(useSession());
  // Every user can open their API Settings, also without access to the REST API.
  const isListed = (page: Destination) => isAllowed(page) || isWithin(pathname, page);
  const listed = allowedSections(sections, isListed);
  const pages = listed.flatMap((section) => section.pages);
  const current = pages.find((page) => isWithin(pathname, page));
  const isMenu = pages.length > maxRowPages;
  return (
    <nav
      className={classes.area}
      aria-label={label}
      // A page below one of them, such as a user.
      data-below={(current && current.to !== pathname) || undefined}
    >
      {isMenu && (
        <UnstyledButton
          className={classes.menu}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpenedAt(isOpen ? undefined : pathname)}
        >
          <span>{shellTexts.allPages(label)}</span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      )}
      <div
        ref={row}
        id={id}
        className={classes.list}
        data-menu={isMenu || undefined}
        data-open={isOpen || undefined}
      >
        {listed.map((section) => (
          <div key={section.label} className={classes.section}>
            <p className={classes.label}>{section.label}</p>
            {section.pages.map((page) => (
              <Link
                key={page.to}
                to={page.to}
                className={rail.link ?? ''}
                aria-current={page === current ? 'page' : undefined}
                onClick={() => setOpenedAt(undefined)}
                data-dangerous={page.isDangerous}
              >
                <page.icon size={16} stroke={1.75} />
                {page.label}
              </Link>
            ))}
          </div>
        ))}
      </div>
    </nav>
  );
}
