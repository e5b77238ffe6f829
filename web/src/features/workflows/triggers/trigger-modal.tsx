import { NativeSelect, Stack } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useChange } from '../../../api/queries.ts';
import { DraftModal } from '../../../components/dialogs/draft-modal.tsx';
import { FormFooter } from '../../../components/dialogs/form-footer.tsx';
import { useUnsavedChanges } from '../../../components/dialogs/unsaved-changes.tsx';
import { type ErrorAt, errorsOf } from '../../../components/fields/field-errors.ts';
import { showSuccess } from '../../../components/notices/notify.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { workflowTriggersTexts } from '../../../texts/workflows/workflow-triggers.ts';
import { completeFilters } from '../../leads/view/conditions.tsx';
import { LeadTriggerFields } from './lead-trigger-fields.tsx';
import { ManualFields } from './manual-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { newTrigger, type TriggerType, type WantedTrigger } from './trigger.ts';

const { form: texts, types: typeNames } = workflowTriggersTexts;
const types = Object.entries(texts.types).map(([value, label]) => ({ value, label }));

interface TriggerFormProps {
  readonly workflow: number;
  readonly triggers: readonly WantedTrigger[];
  /** The position of the trigger to edit. The position after the last one adds a trigger. */
  readonly index: number;
  readonly onClose: () => void;
}

/** Adds or edits a trigger. It stays open until the trigger is saved. */
export function TriggerModal({
  index,
  ...rest
}: Omit<TriggerFormProps, 'index'> & { index: number | undefined }) {
  const edited = index === undefined ? undefined : rest.triggers[index];
  return (
    <DraftModal
      opened={index !== undefined}
      onClose={rest.onClose}
      size="lg"
      title={edited ? texts.edit(typeNames[edited.type]) : texts.addTitle}
    >
      {index !== undefined && <TriggerForm index={index} {...rest} />}
    </DraftModal>
  );
}

function TriggerForm({ workflow, triggers, index, onClose }: TriggerFormProps) {
  const stored = triggers[index];
  const [draft, setDraft] = useState(stored ?? newTrigger('schedule'));
  const save = useSaveTriggers(workflow, triggers);
  useUnsavedChanges(stored !== undefined && JSON.stringify(draft) !== JSON.stringify(stored));
  const { errorAt, hasOthers } = errorsOf(save.error, `triggers.${index}.`);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      showSuccess(stored ? texts.saved : texts.added);
      onClose();
    };
    save.mutate(triggers.toSpliced(index, 1, completed(draft)), onSuccess);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {!stored && (
          <NativeSelect
            label={texts.type}
            data={types}
            value={draft.type}
            error={errorAt('type')}
            onChange={({ currentTarget }) => setDraft(newTrigger(currentTarget.value as TriggerType))}
            data-autofocus
          />
        )}
        <TriggerFields draft={draft} onChange={setDraft} errorAt={errorAt} />
        <FormFooter
          change={{ error: hasOthers ? save.error : null, isPending: save.isPending }}
          submit={stored ? sharedTexts.save : texts.add}
          isReady
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

interface FieldsProps {
  readonly draft: WantedTrigger;
  readonly onChange: (draft: WantedTrigger) => void;
  readonly errorAt: ErrorAt;
}

function TriggerFields({ draft, onChange, errorAt }: FieldsProps) {
  if (draft.type === 'schedule')
    return <ScheduleFields draft={draft} onChange={onChange} errorAt={errorAt} />;
  if (draft.type === 'manual') return <ManualFields draft={draft} onChange={onChange} errorAt={errorAt} />;
  return <LeadTriggerFields draft={draft} onChange={onChange} errorAt={errorAt} />;
}

/** Returns the trigger without filters that have no value. */
const completed = (draft: WantedTrigger): WantedTrigger =>
  'filters' in draft ? { ...draft, filters: completeFilters(draft.filters ?? []) } : draft;

/** Replaces a workflow's list of triggers, unless another user has changed it since it was read. */
export function useSaveTriggers(workflow: number, present: readonly WantedTrigger[]) {
  const { mutate, mutateAsync, error, isPending } = useChange('PUT /workflows/:id/triggers', [
    'GET /workflows/:id/triggers',
  ]);
  const inputOf = (triggers: readonly WantedTrigger[]) => ({
    params: { id: workflow },
    body: { triggers: [...triggers], based_on: [...present] },
  });
  return {
    error,
    isPending,
    mutate: (triggers: readonly WantedTrigger[], onSuccess: () => void) =>
      mutate(inputOf(triggers), { onSuccess }),
    mutateAsync: (triggers: readonly WantedTrigger[]) => mutateAsync(inputOf(triggers)),
  };
}
