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
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

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
  const isWrong = sample.kind === 'data' && readObject(sample.text) === undefined;
  return (
    <Stack gap="xs">
      <Select
        label={texts.label}
        description={texts.about}
        value={sample.kind === 'run' ? sample.run : ''}
        data={[{ value: '', label: texts.made }, ...runs]}
        allowDeselect={false}
        onChange={(run) => onChange(run ? { kind: 'run', run } : { kind: 'data', text: '{}' })}
        comboboxProps={{ withinPortal: false }}
        maw={420}
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
