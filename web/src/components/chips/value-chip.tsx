import { Name } from '../values/name.tsx';
import classes from './chip.module.css';
import { textHash } from './text-hash.ts';

/** Colors with a meaning in sales. Other values get a color that depends only on their text. */
const known: Readonly<Record<string, string | undefined>> = {
  new: classes.running,
  open: classes.running,
  contacted: classes.waiting,
  qualified: classes.accepted,
  proposal: classes.rejected,
  won: classes.succeeded,
  customer: classes.succeeded,
  lost: classes.cancelled,
  closed: classes.cancelled,
};
const others = [
  classes.running,
  classes.waiting,
  classes.accepted,
  classes.rejected,
  classes.succeeded,
  classes.mail,
  classes.loop,
  classes.cancelled,
];

/** The value of a field with few different values, such as a status. The same value has the same color everywhere. */
export function ValueChip({ value }: { value: string }) {
  const key = value.toLowerCase();
  const color = Object.hasOwn(known, key) ? known[key] : others[textHash(key) % others.length];
  return (
    <span className={`${classes.chip} ${classes.value} ${color}`} title={value}>
      <Name>{value}</Name>
    </span>
  );
}

export const TagChip = ({ tag }: { tag: string }) => (
  <span className={classes.tag} title={tag}>
    <Name>{tag}</Name>
  </span>
);
