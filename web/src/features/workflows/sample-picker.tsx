import { JsonInput, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { builderTexts } from '../../texts/workflow-builder.ts';
import { readObject, type Sample } from './sample.ts';

const texts = builderTexts.sample;
const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'medium' });

/** Chooses what the workflow is looked at with. */
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
    label: `${local.format(new Date(accepted_at))} · ${texts.run(status)}`,
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
