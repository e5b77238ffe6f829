import { Stack, Text } from '@mantine/core';
import { stepName } from '../../components/values/step-name.ts';
import { runsTexts } from '../../texts/runs/runs.ts';
import { type DifferingPlace, DifferingPlaceView } from './differing-place.tsx';
import { differingValues } from './differing-values.ts';
import type { Step, ViewedRun } from './viewed-run.ts';

const texts = runsTexts.compare;

/** Shows the differences between two runs' inputs and steps. */
export function RunDifferences({ run, other }: { run: ViewedRun; other: ViewedRun }) {
  const places = placesOf(other, run);
  const isCut = run.next !== null || other.next !== null;
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {places.length === 0 ? texts.same : summaryOf(places)}
      </Text>
      {places.map((place) => (
        <DifferingPlaceView key={place.name} {...place} />
      ))}
      {isCut && (
        <Text size="xs" c="dimmed">
          {texts.firstSteps}
        </Text>
      )}
    </Stack>
  );
}

/** Summarizes how many values differ, and where. */
function summaryOf(places: readonly DifferingPlace[]): string {
  const differing = places.filter(({ values }) => values.length > 0);
  const values = differing.reduce((sum, place) => sum + place.values.length, 0);
  const inputDiffers = differing[0]?.name === texts.given;
  const onlyInOne = places.length - differing.length;
  return [
    ...(values === 0
      ? []
      : [texts.differs(values, inputDiffers, differing.length - (inputDiffers ? 1 : 0)), texts.signs]),
    ...(onlyInOne === 0 ? [] : [texts.onlyInOne(onlyInOne)]),
  ].join(' ');
}

/**
 * Returns the differing input and steps of two runs. The input comes first, then the steps in this run's order, then the
 * other run's additional steps.
 */
function placesOf(other: ViewedRun, run: ViewedRun): DifferingPlace[] {
  const [there, here] = [byPath(other), byPath(run)];
  const steps = [...new Set([...here.keys(), ...there.keys()])].map((path): DifferingPlace => {
    const [old, now] = [there.get(path), here.get(path)];
    if (!now) return { name: stepName(path), note: texts.notHere, values: [] };
    if (!old) return { name: stepName(path), note: texts.notThere, values: [] };
    return { name: stepName(path), note: '', values: differingValues(resultOf(old), resultOf(now)) };
  });
  const given = { name: texts.given, note: '', values: differingValues(other.input, run.input) };
  return [given, ...steps].filter(({ note, values }) => note !== '' || values.length > 0);
}

const byPath = ({ steps }: ViewedRun) => new Map(steps.map((step) => [step.path, step]));
/** Returns a step's status, input, output and error. Omits parts that are null, so the comparison doesn't show them. */
const resultOf = ({ status, input, output, error }: Step) => ({
  status,
  ...(input === null ? {} : { input }),
  ...(output === null ? {} : { output }),
  ...(error === null ? {} : { error }),
});
