import { Link } from '@tanstack/react-router';
import classes from './tab-links.module.css';
import { useScrollingRow } from './use-scrolling-row.ts';

export interface TabLink {
  readonly to: string;
  readonly search?: object;
  readonly label: string;
  readonly isCurrent: boolean;
}

/** Links to the parts of a screen. On narrow screens, they scroll sideways inside their bar. */
export function TabLinks({
  label,
  links,
  kind = 'bar',
}: {
  label: string;
  links: readonly TabLink[];
  /** `bar` is the second bar of a screen. `segments` switches between the parts of one tab. */
  kind?: 'bar' | 'segments';
}) {
  const row = useScrollingRow();
  return (
    <nav ref={row} aria-label={label} className={classes[kind]}>
      {links.map(({ to, search = {}, label: text, isCurrent }) => (
        <Link
          key={text}
          to={to}
          search={search as never}
          className={classes.link ?? ''}
          aria-current={isCurrent ? 'page' : undefined}
          // Otherwise, the router also marks links to a parent of the current page.
          activeOptions={{ exact: true }}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
