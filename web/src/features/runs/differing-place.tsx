import { Button, Collapse, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChangedValue } from '../../components/values/changed-value.tsx';
import { runsTexts } from '../../texts/runs/runs.ts';
import type { DifferingValue } from './differing-values.ts';

const texts = runsTexts.compare;
const maxValues = 30;
const isHeader = ({ path }: DifferingValue) => path.startsWith('__headers.');

/** The input or a step, if it differs between two runs. */
export interface DifferingPlace {
  readonly name: string;
  /** If only one of the runs has the step, explains which one. */
  readonly note: string;
  readonly values: readonly DifferingValue[];
}

/** Shows the differing values. Headers are collapsed because they differ in nearly every request. */
export function DifferingPlaceView({ name, note, values }: DifferingPlace) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const headers = values.filter(isHeader);
  return (
    <section aria-label={name}>
      <Text size="sm" fw={500}>
        {name}
      </Text>
      {note !== '' && <Text size="sm">{note}</Text>}
      <Values values={values.filter((value) => !isHeader(value))} />
      {headers.length > 0 && (
        <>
          <Button variant="subtle" size="compact-xs" mt={6} aria-expanded={isOpen} onClick={toggle}>
            {texts.headers(headers.length)}
          </Button>
          <Collapse expanded={isOpen}>
            <Values values={headers} />
          </Collapse>
        </>
      )}
    </section>
  );
}

const Values = ({ values }: { values: readonly DifferingValue[] }) => (
  <>
    {values.slice(0, maxValues).map(({ path, before, after }) => (
      <ChangedValue key={path} name={path} before={before} after={after} />
    ))}
    {values.length > maxValues && (
      <Text size="xs" c="dimmed" mt={4}>
        {texts.more(values.length - maxValues)}
      </Text>
    )}
  </>
);
