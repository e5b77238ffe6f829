import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { ApiInput } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { DraftModal } from '../../components/dialogs/draft-modal.tsx';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { leadFieldsTexts as texts } from '../../texts/lead-fields.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { customFieldTypes } from '../leads/field-types.ts';
import type { Field } from './field.ts';

type NewField = ApiInput<'POST /lead-fields'>['body'];

const types = Object.entries(customFieldTypes).map(([value, { label }]) => ({ value, label }));

/** Creates a field, or edits the properties that can be changed. */
export const FieldModal = ({
  editing,
  onClose,
}: {
  editing: Field | 'new' | undefined;
  onClose: () => void;
}) => (
  <DraftModal
    opened={editing !== undefined}
    onClose={onClose}
    title={editing === undefined || editing === 'new' ? texts.add : texts.editTitle(editing.alias)}
  >
    {editing && <FieldForm field={editing === 'new' ? undefined : editing} onClose={onClose} />}
  </DraftModal>
);

const emptyField: NewField = {
  alias: '',
  label: '',
  type: 'text',
  unique: false,
  required: false,
  options: [],
};

function FieldForm({ field, onClose }: { field: Field | undefined; onClose: () => void }) {
  const stored: NewField = { ...emptyField, ...(field as NewField | undefined) };
  const [draft, setDraft] = useState(stored);
  const [lines, setLines] = useState(stored.options.join('\n'));
  useUnsavedChanges(JSON.stringify(draft) !== JSON.stringify(stored) || lines !== stored.options.join('\n'));
  const create = useChange('POST /lead-fields', ['GET /lead-fields']);
  const change = useChange('PATCH /lead-fields/:alias', ['GET /lead-fields']);
  const set = (changed: Partial<NewField>) => setDraft({ ...draft, ...changed });
  const hasOptions = customFieldTypes[draft.type].hasOptions;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const { alias, label, type, unique, required } = draft;
    const options = hasOptions ? lines.split('\n').filter((line) => line.trim() !== '') : [];
    const onSuccess = () => {
      showSuccess(field ? texts.changed(alias) : texts.created(alias));
      onClose();
    };
    if (!field) create.mutate({ body: { alias, label, type, unique, required, options } }, { onSuccess });
    else
      change.mutate(
        { params: { alias }, body: { label, required, ...(hasOptions && { options }) } },
        { onSuccess },
      );
  };
  const error = create.error ?? change.error;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={texts.label}
          value={draft.label}
          maxLength={200}
          onChange={(event) => set({ label: event.currentTarget.value })}
          required
          data-autofocus
        />
        {!field && <FixedInputs draft={draft} set={set} />}
        {hasOptions && (
          <Textarea
            label={texts.options}
            description={texts.optionsHelp}
            value={lines}
            onChange={(event) => setLines(event.currentTarget.value)}
            autosize
            minRows={3}
            maxRows={10}
            required
          />
        )}
        <Checkbox
          label={texts.requiredLabel}
          description={texts.requiredHelp}
          checked={draft.required}
          onChange={(event) => set({ required: event.currentTarget.checked })}
        />
        <FormFooter
          change={{ error, isPending: create.isPending || change.isPending }}
          submit={field ? sharedTexts.save : texts.create}
          isReady={draft.alias !== '' && draft.label.trim() !== ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Inputs for the properties that can't be changed later. */
const FixedInputs = ({ draft, set }: { draft: NewField; set: (changed: Partial<NewField>) => void }) => (
  <>
    <TextInput
      label={texts.alias}
      description={texts.aliasHelp}
      value={draft.alias}
      maxLength={50}
      onChange={(event) => set({ alias: event.currentTarget.value })}
      required
    />
    <NativeSelect
      label={texts.type}
      description={texts.typeHelp}
      data={types}
      value={draft.type}
      onChange={(event) => set({ type: event.currentTarget.value as NewField['type'] })}
    />
    <Checkbox
      label={texts.uniqueLabel}
      description={texts.uniqueHelp}
      checked={draft.unique}
      onChange={(event) => set({ unique: event.currentTarget.checked })}
    />
  </>
);
