import { Fragment } from 'react';
import classes from './table.module.css';

/** Keys, and what they do. */
export type KeyHint = readonly [keys: readonly string[], does: string];

/** The keys that work in a list, shown below it. */
export const KeyHints = ({ hints }: { hints: readonly KeyHint[] }) => (
  <span className={classes.hints}>
    {hints.map(([keys, does]) => (
      <span key={does}>
        {keys.map((key) => (
          <Fragment key={key}>
            <kbd>{key}</kbd>{' '}
          </Fragment>
        ))}
        {does}
      </span>
    ))}
  </span>
);
