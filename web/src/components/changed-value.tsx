import { Text } from '@mantine/core';
import { sharedTexts } from '../texts/shared.ts';
import classes from './changed-value.module.css';

/** A value before and after; null where there was none. The sign tells what the colour tells. */
export const ChangedValue = ({
  name,
  before,
  after,
}: {
  name: string;
  before: string | null;
  after: string | null;
}) => (
  <div className={classes.value}>
    <Text size="xs" c="dimmed" ff="monospace">
      {name}
    </Text>
    {before !== null && (
      <div className={classes.old}>
        <span title={sharedTexts.before}>−</span> <span>{before}</span>
      </div>
    )}
    {after !== null && (
      <div className={classes.new}>
        <span title={sharedTexts.after}>+</span> <span>{after}</span>
      </div>
    )}
  </div>
);
