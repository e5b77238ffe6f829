import { Button, Collapse, SimpleGrid, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { DialogButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { useUnsavedChanges } from '../../../components/dialogs/unsaved-changes.tsx';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { type Field, useLeadForm } from '../field.ts';
import { ValueInput } from './value-input.tsx';

const first = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'position',
  'status',
  'source',
  'owner_id',
  'tags',
];

/** A form with all of a lead's editable fields. It submits only changed fields. */
export function LeadForm({
  values,
  submit,
  ownerLabel,
  onSubmit,
  onCancel,
}: {
  values: Readonly<Record<string, unknown>>;
  /** The label of the submit button. */
  submit: string;
  /** The default owner, shown while no owner is chosen. */
  ownerLabel?: string;
  onSubmit: (changed: Record<string, unknown>) => Promise<unknown>;
  onCancel: () => void;
}) {
  const { fields, byAlias } = useLeadForm();
  const [changed, setChanged] = useState<Record<string, unknown>>({});
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  useUnsavedChanges(Object.entries(changed).some(([alias, value]) => differs(value, values[alias])));
  const [isExpanded, { toggle }] = useDisclosure(false);
  const writable = fields.filter(({ read_only }) => !read_only);
  const isFirst = ({ alias, required }: Field) =>
    required || first.includes(alias) || isFilled(values[alias]);
  const send = async () => {
    setBusy(true);
    try {
      await onSubmit(changed);
    } catch (thrown) {
      setError(thrown as Error);
      setBusy(false);
    }
  };
  // Error messages from the server start with the field's alias.
  const wrong = /^(\w+): (.+)$/s.exec(error?.message ?? '');
  const wrongAlias = wrong?.[1] !== undefined && byAlias.has(wrong[1]) ? wrong[1] : undefined;
  const inputOf = (field: Field) => (
    <ValueInput
      key={field.alias}
      field={field}
      label={field.label}
      isRequired={field.required}
      value={field.alias in changed ? changed[field.alias] : values[field.alias]}
      emptyLabel={field.alias === 'owner_id' ? ownerLabel : undefined}
      error={wrongAlias === field.alias ? wrong?.[2] : undefined}
      onChange={(value) => setChanged({ ...changed, [field.alias]: value })}
    />
  );
  const rest = writable.filter((field) => !isFirst(field));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>{writable.filter(isFirst).map(inputOf)}</SimpleGrid>
        {rest.length > 0 && (
          <>
            {/* The negative margin offsets the button's padding, which aligns its label with the fields. */}
            <Button
              variant="subtle"
              size="xs"
              ml={{ base: 0, sm: -14 }}
              w="fit-content"
              onClick={toggle}
              aria-expanded={isExpanded}
            >
              {leadTexts.more}
            </Button>
            <Collapse expanded={isExpanded}>
              {isExpanded && <SimpleGrid cols={{ base: 1, sm: 2 }}>{rest.map(inputOf)}</SimpleGrid>}
            </Collapse>
          </>
        )}
        {error && <ErrorNotice error={error} title={sharedTexts.failedChange} />}
        <DialogButtons isSticky>
          <Button variant="default" onClick={onCancel}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {submit}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

const differs = (one: unknown, other: unknown): boolean =>
  JSON.stringify(isFilled(one) ? one : '') !== JSON.stringify(isFilled(other) ? other : '');
