import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { ChangedValue } from '../../components/changed-value.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { runsTexts } from '../../texts/runs.ts';
import { type DifferingValue, differingValues } from './differing-values.ts';
import type { Step, ViewedRun } from './viewed-run.ts';

const texts = runsTexts.compare;
const mostValues = 30;

/** What was given to two runs and what their steps made of it, only where it differs. */
export function RunDifferences({ run, other }: { run: ViewedRun; other: string }) {
  const { data, error } = useQuery(query('GET /runs/:id', { params: { id: other }, query: {} }));
  if (error) return <ErrorNotice error={error} />;
  if (!data) return <Loading />;
  const places = placesOf(data, run);
  const isCut = run.next !== null || data.next !== null;
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {places.length === 0 ? texts.same : `${texts.differs(places.length)} ${texts.signs}`}
      </Text>
      {places.map((place) => (
        <Place key={place.name} {...place} />
      ))}
      {isCut && (
        <Text size="xs" c="dimmed">
          {texts.firstSteps}
        </Text>
      )}
    </Stack>
  );
}

interface DifferingPlace {
  readonly name: string;
  readonly note: string;
  readonly values: readonly DifferingValue[];
}

const Place = ({ name, note, values }: DifferingPlace) => (
  <section aria-label={name}>
    <Text size="sm" fw={600}>
      {name}
    </Text>
    {note !== '' && <Text size="sm">{note}</Text>}
    {values.slice(0, mostValues).map(({ path, before, after }) => (
      <ChangedValue key={path} name={path} before={before} after={after} />
    ))}
    {values.length > mostValues && (
      <Text size="xs" c="dimmed" mt={4}>
        {texts.more(values.length - mostValues)}
      </Text>
    )}
  </section>
);

/** The input first, then every step of either, in the order in which this run did them. */
function placesOf(other: ViewedRun, run: ViewedRun): DifferingPlace[] {
  const [there, here] = [byPath(other), byPath(run)];
  const steps = [...new Set([...here.keys(), ...there.keys()])].map((path): DifferingPlace => {
    const [old, now] = [there.get(path), here.get(path)];
    if (!now) return { name: path, note: texts.notHere, values: [] };
    if (!old) return { name: path, note: texts.notThere, values: [] };
    return { name: path, note: '', values: differingValues(resultOf(old), resultOf(now)) };
  });
  const given = { name: texts.given, note: '', values: differingValues(other.input, run.input) };
  return [given, ...steps].filter(({ note, values }) => note !== '' || values.length > 0);
}

const byPath = ({ steps }: ViewedRun) => new Map(steps.map((step) => [step.path, step]));
/** What a step does not have is left out, so that only what the other one has is shown. */
const resultOf = ({ status, input, output, error }: Step) => ({
  status,
  ...(input === null ? {} : { input }),
  ...(output === null ? {} : { output }),
  ...(error === null ? {} : { error }),
});
