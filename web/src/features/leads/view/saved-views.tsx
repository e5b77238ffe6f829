import { ActionIcon, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useChange } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { NameInput } from '../../../components/fields/name-input.tsx';
import { showSuccess } from '../../../components/notices/notify.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { Name } from '../../../components/values/name.tsx';
import { viewTexts } from '../../../texts/leads/views.ts';
import { fromStart, type LeadView } from './lead-view.ts';

/** Saves the view under a name, and deletes saved views. */
export function SavedViews({ view, onSaved }: { view: LeadView; onSaved: () => void }) {
  const { views } = useSuspenseQuery(query('GET /lead-views', {})).data;
  const remove = useChange('DELETE /lead-views/:id', ['GET /lead-views']);
  const may = useMay();
  const deleteView = async (id: number, name: string) => {
    await remove.mutateAsync({ params: { id } });
    showSuccess(viewTexts.removed(name));
  };
  return (
    <Stack gap="sm">
      <SaveView view={view} mayShare={may('saved_views.share')} onSaved={onSaved} />
      {remove.error && <ErrorNotice error={remove.error} />}
      {views.map(({ id, name, is_shared, is_own, user_name }) => (
        <Group key={id} gap={4} wrap="nowrap">
          <Text size="sm" flex={1} miw={0} truncate>
            <Name>{name}</Name>
            {is_shared && (
              <Text span size="xs" c="dimmed">
                {' '}
                {viewTexts.shared(escapeBidi(user_name))}
              </Text>
            )}
          </Text>
          {(is_own || may('saved_views.share')) && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={viewTexts.remove(name)}
              onClick={() => void deleteView(id, name).catch(() => undefined)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
    </Stack>
  );
}

function SaveView({ view, mayShare, onSaved }: { view: LeadView; mayShare: boolean; onSaved: () => void }) {
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useChange('POST /lead-views', ['GET /lead-views']);
  const submit = async () => {
    await save.mutateAsync({ body: { name, definition: fromStart(view), is_shared: isShared } });
    showSuccess(viewTexts.saved(name));
    onSaved();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit().catch(() => undefined);
      }}
    >
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {viewTexts.saveHelp}
        </Text>
        <NameInput
          size="xs"
          maxLength={80}
          label={viewTexts.name}
          description={viewTexts.nameHelp}
          value={name}
          onChange={setName}
        />
        {mayShare && (
          <Checkbox
            size="xs"
            label={viewTexts.share}
            checked={isShared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
        )}
        {save.error && <ErrorNotice error={save.error} />}
        <Button size="xs" type="submit" loading={save.isPending}>
          {viewTexts.save}
        </Button>
      </Stack>
    </form>
  );
}
