import { Progress, Stack, Text } from '@mantine/core';
import classes from './workspace.module.css';

const high = 0.7;
const nearlyFull = 0.9;

const colorOf = (share: number) => {
  if (share >= nearlyFull) return { color: 'red' };
  return share >= high ? { color: 'yellow' } : { color: 'gray' };
};

/** A figure with its maximum, a bar that shows the share, and a description. */
export const Gauge = ({
  label,
  used,
  of,
  says,
  share,
}: {
  label: string;
  used: string;
  of: string;
  says: string;
  share: number;
}) => (
  <Stack gap={6}>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text size="sm" c="dimmed">
      <span className={classes.figure}>{used}</span> {of}
    </Text>
    <Progress
      size={6}
      value={Math.min(100, Math.max(0, share * 100))}
      aria-label={label}
      {...colorOf(share)}
    />
    <Text size="xs" c="dimmed">
      {says}
    </Text>
  </Stack>
);
