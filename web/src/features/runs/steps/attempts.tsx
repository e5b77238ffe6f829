import { Group, List, Text } from '@mantine/core';
import { durationOfMs } from '../../../components/values/duration.ts';
import { Moment } from '../../../components/values/moment.tsx';
import { runsTexts } from '../../../texts/runs/runs.ts';
import type { Step } from '../viewed-run.ts';

/** The attempts of a step that makes outgoing calls. */
export const Attempts = ({ attempts }: { attempts: Step['attempts'] }) => (
  <List size="sm" type="ordered">
    {attempts.map((attempt) => (
      <List.Item key={attempt.at}>
        <Group gap="xs">
          <Moment at={attempt.at} />
          {attempt.status !== undefined && <Text size="sm">{runsTexts.attemptStatus(attempt.status)}</Text>}
          {attempt.ms !== undefined && <Text size="sm">{durationOfMs(attempt.ms)}</Text>}
          {attempt.error !== undefined && <Text size="sm">{attempt.error}</Text>}
          {attempt.interrupted && <Text size="sm">{runsTexts.interrupted}</Text>}
          {attempt.next_at !== undefined && (
            <Text size="sm" component="div">
              {runsTexts.attemptNext} <Moment at={attempt.next_at} />
            </Text>
          )}
        </Group>
      </List.Item>
    ))}
  </List>
);
