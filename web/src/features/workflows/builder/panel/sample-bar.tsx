import { Popover, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconDatabase } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../../api/queries.ts';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import type { Sample } from '../../trial/sample.ts';
import { SamplePicker } from '../../trial/sample-picker.tsx';
import classes from './panel.module.css';

const texts = flowTexts.panel;
const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** Shows which request the previews use, and lets the user choose another. */
export function SampleBar({
  workflow,
  sample,
  onChange,
}: {
  workflow: number;
  sample: Sample;
  onChange: (sample: Sample) => void;
}) {
  const { data } = useQuery(query('GET /workflows/:id/samples', { params: { id: workflow } }));
  const chosen = sample.kind === 'run' && data?.samples.find(({ id }) => id === sample.run);
  return (
    <Popover width="target" position="bottom" shadow="md" radius="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.sample}>
          <IconDatabase size={14} aria-hidden />
          <span>{texts.sample}</span>{' '}
          <span className={classes.sampleValue}>
            {chosen ? texts.latest(local.format(new Date(chosen.accepted_at))) : texts.custom}
          </span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.sample}>
        <SamplePicker workflow={workflow} sample={sample} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}
