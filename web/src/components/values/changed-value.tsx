import { Text } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './changed-value.module.css';
import { escapeBidi } from './escape-bidi.ts';

/** Shows a value before and after a change. Null means that there was no value. The plus and minus signs mean the same as the colors. */
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
        <span title={sharedTexts.before}>−</span> <span>{escapeBidi(before)}</span>
      </div>
    )}
    {after !== null && (
      <div className={classes.new}>
        <span title={sharedTexts.after}>+</span> <span>{escapeBidi(after)}</span>
      </div>
    )}
  </div>
);

const ValueName = ({ name }: { name: string }) => (
  <Text size="xs" c="dimmed">
    {escapeBidi(name)}
  </Text>
);
