import classes from './empty-state.module.css';

/** Small line drawings for empty lists. The `hi` class marks the part in the accent color. */
const drawings = {
  inbox: (
    <>
      <path d="M22 40v16a5 5 0 0 0 5 5h42a5 5 0 0 0 5-5V40M22 40l7-13a4 4 0 0 1 3.6-2.2M74 40l-7-13a4 4 0 0 0-3.6-2.2M22 40h14l4 7h16l4-7h14" />
      <path className={classes.hi} d="M48 33V19M42 27l6 6 6-6M41 12a9 9 0 0 1 14 0M35.5 7a16 16 0 0 1 25 0" />
    </>
  ),
  flow: (
    <>
      <rect x="33" y="5" width="30" height="15" rx="4" />
      <rect x="11" y="42" width="30" height="15" rx="4" />
      <rect x="55" y="42" width="30" height="15" rx="4" strokeDasharray="3 3" />
      <path d="M38 12.5h8M16 49.5h12" />
      <path className={classes.hi} d="M48 20v10M26 42v-5a5 5 0 0 1 5-5h34a5 5 0 0 1 5 5v5" />
      <circle className={classes.hi} cx="70" cy="49.5" r="3" />
    </>
  ),
  search: (
    <>
      <path d="M16 16h40M16 28h22M16 40h18M16 52h26" />
      <circle className={classes.hi} cx="58" cy="38" r="14" />
      <path className={classes.hi} d="M68.5 48.5 80 60M53 38h10" />
    </>
  ),
  people: (
    <>
      <circle cx="36" cy="26" r="9" />
      <path d="M18 58a18 18 0 0 1 36 0" />
      <circle className={classes.hi} cx="63" cy="30" r="7" />
      <path className={classes.hi} d="M62 44a14 14 0 0 1 16 14" />
    </>
  ),
  leads: (
    <>
      <rect x="14" y="12" width="56" height="42" rx="5" />
      <circle cx="31" cy="28" r="6" />
      <path d="M21 45a10 10 0 0 1 20 0M48 26h14M48 34h9" />
      <path className={classes.hi} d="M76 48v16M68 56h16" />
    </>
  ),
  decision: (
    <>
      <path d="M16 14h52a5 5 0 0 1 5 5v22a5 5 0 0 1-5 5H38L26 57V46H16a5 5 0 0 1-5-5V19a5 5 0 0 1 5-5z" />
      <path d="M24 26h22M24 34h14" />
      <circle className={classes.hi} cx="72" cy="50" r="12" />
      <path className={classes.hi} d="m66.5 50 4 4 7-8" />
    </>
  ),
  run: (
    <>
      <path d="M12 18h24M12 36h16M12 54h24" />
      <circle cx="58" cy="36" r="24" />
      <path className={classes.hi} d="m60 22-11 16h9l-3 13 12-17h-9z" />
    </>
  ),
  event: (
    <>
      <circle cx="26" cy="36" r="9" />
      <path d="M35 36h14" />
      <rect x="66" y="8" width="20" height="14" rx="4" />
      <rect x="66" y="29" width="20" height="14" rx="4" />
      <rect x="66" y="50" width="20" height="14" rx="4" strokeDasharray="3 3" />
      <path className={classes.hi} d="M49 36h17M49 36V20a5 5 0 0 1 5-5h12M49 36v16a5 5 0 0 0 5 5h12" />
    </>
  ),
  plug: (
    <>
      <path d="M8 36h12M20 20h12a16 16 0 0 1 0 32H20zM48 29h8M48 43h8" />
      <path className={classes.hi} d="M88 36H78M78 20h-8a4 4 0 0 0-4 4v24a4 4 0 0 0 4 4h8z" />
    </>
  ),
  lock: (
    <>
      <rect x="26" y="32" width="44" height="30" rx="5" />
      <path d="M36 32v-8a12 12 0 0 1 24 0v8" />
      <circle className={classes.hi} cx="48" cy="45" r="3.5" />
      <path className={classes.hi} d="M48 48.5V54" />
    </>
  ),
  key: (
    <>
      <circle cx="34" cy="36" r="12" />
      <circle className={classes.hi} cx="34" cy="36" r="3" />
      <path d="M46 36h34M70 36v9M78 36v6" />
    </>
  ),
} as const;

export type Drawing = keyof typeof drawings;

export const EmptyDrawing = ({ name }: { name: Drawing }) => (
  <svg className={classes.drawing} width="96" height="72" viewBox="0 0 96 72" aria-hidden>
    {drawings[name]}
  </svg>
);
