import { Text } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './changed-value.module.css';
import { shownText } from './shown-text.ts';

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
    <ValueName name={name} />
    {before !== null && (
      <div className={classes.old}>
        <span title={sharedTexts.before}>−</span> <span>{shownText(before)}</span>
      </div>
    )}
    {after !== null && (
      <div className={classes.new}>
        <span title={sharedTexts.after}>+</span> <span>{shownText(after)}</span>
      </div>
    )}
  </div>
);

/** A value that is what it was, among others that changed. */
export const SameValue = ({ name, value }: { name: string; value: string }) => (
  <div className={classes.value}>
    <ValueName name={name} />
    <div className={classes.same}>{shownText(value)}</div>
  </div>
);

const ValueName = ({ name }: { name: string }) => (
  <Text size="xs" c="dimmed" ff="monospace">
    {shownText(name)}
  </Text>
);
