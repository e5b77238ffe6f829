import { Progress, Stack, Text } from '@mantine/core';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';

const { bulk: texts } = runsListTexts;

/** How many of the runs have been retried or canceled so far. */
export const BulkProgress = ({ done, total }: { done: number; total: number }) => (
  <Stack gap={4} w={180} role="status">
    <Text size="xs">{texts.progress(done, total)}</Text>
    <Progress size="sm" value={(done / total) * 100} aria-label={texts.progress(done, total)} />
  </Stack>
);
