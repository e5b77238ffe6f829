import {
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  NativeSelect,
  Paper,
  Progress,
  Stack,
  Text,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { shortId } from '../../../components/runs/short-id.ts';
import { ChangedValue } from '../../../components/values/changed-value.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { type Comparison, type ShadowedRun, usePastRequests } from './use-past-requests.ts';

const texts = builderTexts.pastRequests;
const counts = [100, 500, 1_000];
const runsAtOnce = 20;

/** Tries a saved draft on past requests, and shows what would change. */
export function PastRequests({ workflow, revision }: { workflow: number; revision: number }) {
  const { comparison, error, start, stop } = usePastRequests(workflow, revision);
  const [count, setCount] = useState(String(counts[0]));
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.title}>
      <Stack gap="sm">
        <div>
          <Text fw={500}>{texts.title}</Text>
          <Text size="sm">{texts.about}</Text>
        </div>
        <Group gap="xs">
          <NativeSelect
            aria-label={texts.count}
            data={counts.map((one) => ({ value: String(one), label: texts.counts(one) }))}
            value={count}
            disabled={comparison?.isRunning ?? false}
            onChange={({ currentTarget }) => setCount(currentTarget.value)}
          />
          {comparison?.isRunning ? (
            <Button variant="default" onClick={stop}>
              {texts.stop}
            </Button>
          ) : (
            <Button variant="default" onClick={() => void start(Number(count))}>
              {comparison ? texts.again : texts.start}
            </Button>
          )}
        </Group>
        {error && <ErrorNotice error={error} />}
        {comparison && <Outcome comparison={comparison} />}
      </Stack>
    </Paper>
  );
}

function Outcome({ comparison }: { comparison: Comparison }) {
  const { requests, most, isRunning, runs } = comparison;
  return (
    <>
      {isRunning && (
        <Progress value={(requests / most) * 100} aria-label={texts.progress(requests, most)} animated />
      )}
      <div role="status">
        {isRunning ? (
          <Text size="sm" c="dimmed">
            {texts.progress(requests, most)}
          </Text>
        ) : (
          <Summary comparison={comparison} />
        )}
      </div>
      <Runs runs={runs} />
    </>
  );
}

function Summary({ comparison }: { comparison: Comparison }) {
  const { requests, same, runs } = comparison;
  if (requests === 0) return <Text size="sm">{texts.none}</Text>;
  const isSame = runs.length === 0;
  return (
    <Alert color={isSame ? 'green' : 'yellow'} title={isSame ? texts.same(same) : texts.summary(comparison)}>
      {texts.today}
    </Alert>
  );
}

function Runs({ runs }: { runs: readonly ShadowedRun[] }) {
  const [most, setMost] = useState(runsAtOnce);
  const left = runs.length - most;
  return (
    <>
      {runs.slice(0, most).map((run) => (
        <Run key={run.run_id} run={run} />
      ))}
      {left > 0 && (
        <Button variant="default" onClick={() => setMost(most + runsAtOnce)}>
          {texts.moreRuns(Math.min(left, runsAtOnce))}
        </Button>
      )}
    </>
  );
}

const Run = ({ run: { run_id, accepted_at, verdict, reason, differences, more } }: { run: ShadowedRun }) => (
  <Paper withBorder p="sm" component="section" aria-label={texts.run(shortId(run_id))}>
    <Group gap="xs">
      <Badge variant="default">{texts.verdicts[verdict]}</Badge>
      {/* In a new tab, because the comparison isn't stored. */}
      <Anchor component={Link} to={`/runs/${run_id}`} target="_blank" size="sm" fw={500}>
        {texts.run(shortId(run_id))}
      </Anchor>
      <Text size="sm" c="dimmed" span>
        <Moment at={accepted_at} />
      </Text>
    </Group>
    {differences.map(({ field, published, draft }) => (
      <ChangedValue key={field} name={field} before={shown(published)} after={shown(draft)} />
    ))}
    {more > 0 && (
      <Text size="sm" c="dimmed">
        {texts.moreFields(more)}
      </Text>
    )}
    {reason !== null && (
      <Text size="sm" c="dimmed">
        {texts.stopped(reason)}
      </Text>
    )}
  </Paper>
);

const shown = (value: ShadowedRun['differences'][number]['draft']): string | null =>
  value === null ? null : String(value);
