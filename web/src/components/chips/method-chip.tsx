import classes from './chip.module.css';

const methodColors: Readonly<Record<string, string | undefined>> = {
  GET: classes.succeeded,
  POST: classes.http,
  PUT: classes.wait,
  PATCH: classes.waiting,
  DELETE: classes.failed,
};

export const MethodChip = ({ method }: { method: string }) => (
  <span className={`${classes.square} ${methodColors[method] ?? classes.queued}`}>{method}</span>
);
