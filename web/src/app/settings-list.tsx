import { Link, useLocation } from '@tanstack/react-router';
import { useMay } from '../api/session.ts';
import { shellTexts } from '../texts/shell.ts';
import { allowedBy, isWithin, settingsSections } from './navigation.ts';
import classes from './settings-list.module.css';

/** The list of settings pages that the user can access, next to the open one. */
export function SettingsList() {
  const isAllowed = allowedBy(useMay());
  const { pathname } = useLocation();
  const sections = settingsSections
    .map(({ label, pages }) => ({ label, pages: pages.filter(isAllowed) }))
    .filter(({ pages }) => pages.length > 0);
  return (
    <nav className={classes.list} aria-label={shellTexts.settings}>
      {sections.map(({ label, pages }) => (
        <div key={label} className={classes.section}>
          <p className={classes.label}>{label}</p>
          {pages.map((page) => (
            <Link
              key={page.to}
              to={page.to}
              className={classes.link ?? ''}
              aria-current={isWithin(pathname, page) ? 'page' : undefined}
            >
              {page.label}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
