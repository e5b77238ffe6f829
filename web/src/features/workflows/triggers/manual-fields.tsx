import { ActionIcon, Button, Checkbox, Input, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ErrorAt } from '../../../components/fields/field-errors.ts';
import { workflowTriggersTexts } from '../../../texts/workflows/workflow-triggers.ts';
import type { WantedManual } from './trigger.ts';
import classes from './triggers.module.css';

const { form: texts } = workflowTriggersTexts;
const inputTypes = Object.entries(texts.inputTypes).map(([value, label]) => ({ value, label }));

type ManualInput = NonNullable<WantedManual['inputs']>[number];

export function ManualFields({
  draft,
  onChange,
  errorAt,
}: {
  draft: WantedManual;
  onChange: (draft: WantedManual) => void;
  errorAt: ErrorAt;
}) {
  const { inputs = [] } = draft;
  const set = (changed: ManualInput[]) => onChange({ ...draft, inputs: changed });
  return (
    <Input.Wrapper label={texts.inputs} description={texts.inputsHelp} labelElement="div">
      <div className={classes.part}>
        {inputs.map((input, index) => (
          <InputRow
            // biome-ignore lint/suspicious/noArrayIndexKey: names are edited here, and inputs keep their order
            key={index}
            input={input}
            position={index + 1}
            errorAt={(path) => errorAt(`inputs.${index}.${path}`)}
            onChange={(changed) => set(inputs.with(index, changed))}
            onRemove={() => set(inputs.toSpliced(index, 1))}
          />
        ))}
        <div>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => set([...inputs, { name: '', type: 'text', required: false }])}
          >
            {texts.addInput}
          </Button>
        </div>
      </div>
    </Input.Wrapper>
  );
}

function InputRow({
  input: { label, ...input },
  position,
  errorAt,
  onChange,
  onRemove,
}: {
  input: ManualInput;
  position: number;
  errorAt: ErrorAt;
  onChange: (input: ManualInput) => void;
  onRemove: () => void;
}) {
  const own = { ...input, ...(label !== undefined && { label }) };
  return (
    <fieldset className={classes.input} aria-label={texts.input(position)}>
      <TextInput
        label={texts.name}
        value={input.name}
        error={errorAt('name')}
        maxLength={64}
        onChange={({ currentTarget }) => onChange({ ...own, name: currentTarget.value })}
      />
      <TextInput
        label={texts.label}
        value={label ?? ''}
        placeholder={input.name}
        error={errorAt('label')}
        maxLength={200}
        // Without a label, the form shows the name.
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? input : { ...input, label: value })
        }
      />
      <NativeSelect
        label={texts.inputType}
        data={inputTypes}
        value={input.type}
        onChange={({ currentTarget }) =>
          onChange({ ...own, type: currentTarget.value as NonNullable<ManualInput['type']> })
        }
      />
      <Checkbox
        label={texts.required}
        checked={input.required ?? false}
        onChange={({ currentTarget }) => onChange({ ...own, required: currentTarget.checked })}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={texts.removeInput(position)} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </fieldset>
  );
}
