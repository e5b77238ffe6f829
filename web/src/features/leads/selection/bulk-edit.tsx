import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { ValueInput } from '../edit/value-input.tsx';
import { useLeadForm } from '../field.ts';

/** A dialog that sets a field to the same value in many leads. */
export function BulkEdit({
  title,
  apply: applyText,
  isOpen,
  onApply,
  onClose,
  progress,
  isBusy,
}: {
  title: string;
  /** The label of the submit button. */
  apply: string;
  isOpen: boolean;
  onApply: (values: Record<string, unknown>) => Promise<unknown>;
  onClose: () => void;
  /** Shows the progress or, before the edit starts, what will happen. */
  progress: ReactNode;
  isBusy: boolean;
}) {
  const { fields, byAlias } = useLeadForm();
  const writable = fields.filter(({ read_only, unique }) => !read_only && !unique);
  const [alias, setAlias] = useState('status');
  const [value, setValue] = useState<unknown>(null);
  const [error, setError] = useState<Error>();
  const field = byAlias.get(alias);
  const apply = async () => {
    try {
      await onApply({ [alias]: value });
      setError(undefined);
      setValue(null);
    } catch (thrown) {
      setError(thrown as Error);
    }
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <Stack
        gap="md"
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        <NativeSelect
          data-autofocus
          label={leadsTexts.bulkField}
          value={alias}
          data={writable.map((one) => ({ value: one.alias, label: one.label }))}
          onChange={({ currentTarget }) => {
            setAlias(currentTarget.value);
            setValue(null);
          }}
        />
        {field && <ValueInput field={field} label={leadsTexts.bulkValue} value={value} onChange={setValue} />}
        {(value === null || value === '') && (
          <Text size="sm" c="dimmed">
            {leadsTexts.bulkEmpties}
          </Text>
        )}
        {progress && (
          <Text size="sm" component="div">
            {progress}
          </Text>
        )}
        {error && <ErrorNotice error={error} title={sharedTexts.failedChange} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {applyText}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
