import { Link, useLocation } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { useScrollingRow } from '../components/navigation/use-scrolling-row.ts';
import classes from './area-list.module.css';
import { allowedBy, allowedSections, type Destination, isWithin, type Section } from './navigation.ts';

/** The pages of an area that the user can open, next to the open one. */
export function AreaList({ label, sections }: { label: string; sections: readonly Section[] }) {
  const { pathname } = useLocation();
  const row = useScrollingRow();
  const isAllowed = allowedBy(useSession());
  // Every user can open their API Settings, also without access to the REST API.
  const isListed = (page: Destination) => isAllowed(page) || isWithin(pathname, page);
  return (
    <nav ref={row} className={classes.list} aria-label={label}>
      {allowedSections(sections, isListed).map((section) => (
        <div key={section.label} className={classes.section}>
          <p className={classes.label}>{section.label}</p>
          {section.pages.map((page) => (
            <Link
              key={page.to}
              to={page.to}
              className={classes.link ?? ''}
              aria-current={isWithin(pathname, page) ? 'page' : undefined}
              data-dangerous={page.isDangerous}
            >
              <page.icon size={16} stroke={1.75} />
              {page.label}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
