import classes from './brand.module.css';

/** Hark's mark: three arcs, like a sound that arrives. */
export const Mark = ({ size = 26 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className={classes.mark}>
    <rect width="32" height="32" rx="9" />
    <g fill="none" strokeWidth="2.6" strokeLinecap="round">
      <path d="M9 20a4.5 4.5 0 0 1 0-8" />
      <path d="M14.5 23.5a9.5 9.5 0 0 0 0-15" />
      <path className={classes.far} d="M19.5 26a14 14 0 0 0 0-20" />
    </g>
  </svg>
);
