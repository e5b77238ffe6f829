import { NativeSelect, TextInput } from '@mantine/core';
import type { ErrorAt } from '../../../components/fields/field-errors.ts';
import { timeZones } from '../../../components/fields/time-zones.ts';
import { workflowTriggersTexts } from '../../../texts/workflows/workflow-triggers.ts';
import type { WantedSchedule } from './trigger.ts';

const { form: texts } = workflowTriggersTexts;
const modes = Object.entries(texts.catchUpModes).map(([value, label]) => ({ value, label }));

export function ScheduleFields({
  draft,
  onChange,
  errorAt,
}: {
  draft: WantedSchedule;
  onChange: (draft: WantedSchedule) => void;
  errorAt: ErrorAt;
}) {
  const { timezone, ...withoutZone } = draft;
  // A zone that the browser doesn't know can be stored.
  const zones = [...new Set([...(timezone === undefined ? [] : [timezone]), ...timeZones])];
  return (
    <>
      <TextInput
        label={texts.cron}
        description={texts.cronHelp}
        value={draft.cron}
        error={errorAt('cron')}
        maxLength={500}
        onChange={({ currentTarget }) => onChange({ ...draft, cron: currentTarget.value })}
      />
      <NativeSelect
        label={texts.zone}
        data={[{ value: '', label: texts.workspaceZone }, ...zones]}
        value={timezone ?? ''}
        error={errorAt('timezone')}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? withoutZone : { ...draft, timezone: value })
        }
      />
      <NativeSelect
        label={texts.catchUp}
        data={modes}
        value={draft.catch_up}
        error={errorAt('catch_up')}
        onChange={({ currentTarget }) =>
          onChange({ ...draft, catch_up: currentTarget.value as NonNullable<WantedSchedule['catch_up']> })
        }
      />
    </>
  );
}
