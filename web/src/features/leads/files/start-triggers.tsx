import { Checkbox } from '@mantine/core';
import { fileTexts } from '../../../texts/leads/files.ts';

/** Whether a job's changes start workflows with a lead trigger. Off by default, because a job can change many leads. */
export const StartTriggers = ({
  checked,
  onChange,
}: {
  checked: boolean;
  onChange: (isChecked: boolean) => void;
}) => (
  <Checkbox
    label={fileTexts.startTriggers}
    description={fileTexts.startTriggersHelp}
    checked={checked}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
);
