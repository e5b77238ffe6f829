import { JsonInput, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/queries.ts';
import { runsTexts } from '../../../texts/runs/runs.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { readObject, type Sample } from './sample.ts';

const texts = builderTexts.sample;
/** The time format. It is short enough for a phone, and includes seconds to distinguish requests that arrived close together. */
const local = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});

const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** Returns when a run was accepted. Its ID starts with the time in milliseconds. */
const timeOf = (run: string) => new Date(Number.parseInt(run.replaceAll('-', '').slice(0, 12), 16));

/** Lets the user choose the data for previews and tests. */
export function SamplePicker({
  workflow,
  sample,
  onChange,
}: {
  workflow: number;
  sample: Sample;
  onChange: (sample: Sample) => void;
}) {
  const { data } = useQuery(query('GET /workflows/:id/samples', { params: { id: workflow } }));
  const runs = (data?.samples ?? []).map(({ id, status, accepted_at }) => ({
    value: id,
    label: texts.run(runsTexts.statuses[status], local.format(new Date(accepted_at))),
  }));
  const chosen = sample.kind === 'run' ? sample.run : undefined;
  const isOlder = chosen !== undefined && !runs.some(({ value }) => value === chosen);
  const older = isOlder ? [{ value: chosen, label: texts.olderRun(local.format(timeOf(chosen))) }] : [];
  const isWrong = sample.kind === 'data' && readObject(sample.text) === undefined;
  return (
    <Stack gap="xs">
      <Select
        label={texts.label}
        description={chosen === undefined ? texts.fromData : texts.fromRun(whole.format(timeOf(chosen)))}
        value={chosen ?? ''}
        data={[{ value: '', label: texts.made }, ...runs, ...older]}
        allowDeselect={false}
        onChange={(run) => onChange(run ? { kind: 'run', run } : { kind: 'data', text: '{}' })}
        comboboxProps={{ withinPortal: false }}
      />
      {sample.kind === 'data' && (
        <JsonInput
          label={texts.data}
          value={sample.text}
          onChange={(text) => onChange({ kind: 'data', text })}
          error={isWrong ? texts.dataWrong : undefined}
          autosize
          minRows={2}
          maxRows={12}
        />
      )}
    </Stack>
  );
}
