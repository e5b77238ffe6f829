import { Button, Checkbox, Flex, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { query, useChange } from '../../../api/queries.ts';
import { useUnsavedChanges } from '../../../components/dialogs/unsaved-changes.tsx';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Loaded } from '../../../components/page/loaded.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { fileTexts } from '../../../texts/leads/files.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { useLeadForm } from '../field.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { StartTriggers } from './start-triggers.tsx';

type Preview = ApiResponse<'GET /leads/imports/:id/preview'>;
const delimiters = [',', ';', '\t', '|'] as const;
const encodings = ['utf-8', 'windows-1252'] as const;
const modes = ['create', 'upsert', 'update'] as const;

interface Form {
  readonly delimiter?: (typeof delimiters)[number];
  readonly encoding?: (typeof encodings)[number];
  readonly has_header?: 'true' | 'false';
}

interface Step {
  /** Whether the file was checked or the user skipped the check, so that the import is the next action. */
  readonly isLastStep: boolean;
  readonly isChecking: boolean;
  readonly onSkipCheck: () => void;
}

/** The import's settings. The server guesses those that the user hasn't chosen. */
export function ImportSetup({
  id,
  isRefused,
  ...step
}: Step & {
  id: number;
  /** Whether the check rejected every row. If so, the user has to change the settings before the import can start. */
  isRefused: boolean;
}) {
  const [isAdjusted, setAdjusted] = useState(false);
  const [form, setForm] = useState<Form>({});
  const preview = useQuery({
    ...query('GET /leads/imports/:id/preview', { params: { id }, query: form }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded result={preview}>
      {(preview) => {
        const { delimiter, encoding, has_header } = preview;
        return (
          <Panel title={fileTexts.mapping} about={fileTexts.mappingHelp}>
            <Stack gap="md" onChange={() => setAdjusted(true)}>
              <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} style={{ alignItems: 'end' }}>
                <NativeSelect
                  label={fileTexts.delimiter}
                  value={delimiter}
                  data={delimiters.map((value) => ({ value, label: fileTexts.delimiters[value] }))}
                  onChange={({ currentTarget }) =>
                    setForm({ ...form, delimiter: currentTarget.value as (typeof delimiters)[number] })
                  }
                />
                <NativeSelect
                  label={fileTexts.encoding}
                  value={encoding}
                  data={encodings.map((value) => ({ value, label: fileTexts.encodings[value] }))}
                  onChange={({ currentTarget }) =>
                    setForm({ ...form, encoding: currentTarget.value as (typeof encodings)[number] })
                  }
                />
                <Checkbox
                  label={fileTexts.header}
                  checked={has_header}
                  pb={8}
                  onChange={({ currentTarget }) =>
                    setForm({ ...form, has_header: currentTarget.checked ? 'true' : 'false' })
                  }
                />
              </SimpleGrid>
              <Mapped
                key={`${delimiter}${encoding}${has_header}${preview.columns.length}`}
                id={id}
                preview={preview}
                isBlocked={isRefused && !isAdjusted}
                {...step}
              />
            </Stack>
          </Panel>
        );
      }}
    </Loaded>
  );
}

/** The mapping of columns to fields, and what to do with the rows. */
function Mapped({
  id,
  preview,
  isBlocked,
  ...step
}: Step & {
  id: number;
  preview: Preview;
  isBlocked: boolean;
}) {
  const { byAlias } = useLeadForm();
  const [aliases, setAliases] = useState(preview.columns.map(({ alias }) => alias));
  const unique = [...new Set(aliases)].flatMap((alias) => {
    const field = alias === null ? undefined : byAlias.get(alias);
    return field?.unique ? [field] : [];
  });
  useUnsavedChanges(aliases.some((alias, column) => alias !== preview.columns[column]?.alias));
  const [mode, setMode] = useState<(typeof modes)[number]>(unique.length > 0 ? 'upsert' : 'create');
  const [match, setMatch] = useState<string>();
  const [startsTriggers, setStartsTriggers] = useState(false);
  const start = useChange('POST /leads/imports/:id/start', ['GET /leads/jobs/:id', 'GET /leads/jobs']);
  const send = (is_trial: boolean) =>
    start.mutate({
      params: { id },
      body: {
        delimiter: preview.delimiter as ',',
        encoding: preview.encoding as 'utf-8',
        has_header: preview.has_header,
        mapping: aliases.flatMap((alias, column) => (alias === null ? [] : [{ column, alias }])),
        mode,
        match: mode === 'create' ? null : (match ?? unique[0]?.alias ?? null),
        is_trial,
        start_triggers: startsTriggers,
      },
    });
  return (
    <Stack gap="md">
      <ColumnMapping
        columns={preview.columns}
        aliases={aliases}
        onChange={(column, alias) => setAliases(aliases.map((one, at) => (at === column ? alias : one)))}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label={fileTexts.mode}
          value={mode}
          data={modes.map((value) => ({ value, label: fileTexts.modes[value] }))}
          onChange={({ currentTarget }) => setMode(currentTarget.value as typeof mode)}
        />
        {mode !== 'create' && (
          <NativeSelect
            label={fileTexts.match}
            value={match ?? unique[0]?.alias ?? ''}
            data={unique.map(({ alias, label }) => ({ value: alias, label }))}
            onChange={({ currentTarget }) => setMatch(currentTarget.value)}
          />
        )}
      </SimpleGrid>
      <StartTriggers checked={startsTriggers} onChange={setStartsTriggers} />
      {start.error && <ErrorNotice error={start.error} title={sharedTexts.failedAction} />}
      <Actions {...step} isSending={start.isPending} isBlocked={isBlocked} onStart={send} />
    </Stack>
  );
}

/** The next action is on the right. */
const Actions = ({
  isLastStep,
  isChecking,
  isSending,
  isBlocked,
  onSkipCheck,
  onStart,
}: Step & { isSending: boolean; isBlocked: boolean; onStart: (isTrial: boolean) => void }) => (
  <Flex direction={{ base: 'column', xs: 'row' }} justify="flex-end" gap="md">
    {!isLastStep && (
      <Button variant="default" onClick={onSkipCheck}>
        {fileTexts.skipCheck}
      </Button>
    )}
    <Button
      variant={isLastStep ? 'default' : 'filled'}
      loading={isSending || isChecking}
      onClick={() => onStart(true)}
    >
      {fileTexts.check}
    </Button>
    {isLastStep && (
      <Button loading={isSending || isChecking} disabled={isBlocked} onClick={() => onStart(false)}>
        {fileTexts.start}
      </Button>
    )}
  </Flex>
);
