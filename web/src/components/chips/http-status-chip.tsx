import classes from './chip.module.css';

const classColors: Readonly<Record<number, string | undefined>> = {
  2: classes.succeeded,
  3: classes.http,
  4: classes.rejected,
  5: classes.failed,
};

/** The status of an HTTP response. */
export const HttpStatusChip = ({ status }: { status: number }) => (
  <span className={`${classes.square} ${classColors[Math.floor(status / 100)] ?? classes.queued}`}>
    {status}
  </span>
);
