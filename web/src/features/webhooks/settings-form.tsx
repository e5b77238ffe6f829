import { Stack } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { SaveBar } from '../../components/dialogs/save-bar.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { Panel } from '../../components/page/panel.tsx';
import { webhooksTexts as texts } from '../../texts/webhooks.ts';
import { completeFilters } from '../leads/view/conditions.tsx';
import { errorsOfSent, staleWebhooks, type Webhook, type WebhookValues } from './webhook.ts';
import { WebhookFields } from './webhook-fields.tsx';

/** Edits a webhook. Only changed values are sent, so two administrators who change different ones don't overwrite each other. */
export function SettingsForm({ webhook }: { webhook: Webhook }) {
  const [draft, setDraft] = useState<Partial<WebhookValues>>({});
  const save = useChange('PATCH /webhooks/:id', staleWebhooks);
  const values = { ...webhook, ...draft };
  const changes = changesOf(webhook, draft);
  const isChanged = Object.keys(changes).length > 0;
  const { errorAt, hasOthers } = errorsOfSent(save, values);
  useUnsavedChanges(isChanged);
  const forget = () => setDraft({});
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const { filters, ...rest } = changes;
    const body = { ...rest, ...(filters && { filters: completeFilters(filters) }) };
    save.mutate(
      { params: { id: webhook.id }, body },
      {
        onSuccess: () => {
          forget();
          showSuccess();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Panel title={texts.page.settings}>
          <WebhookFields
            values={values}
            errorAt={errorAt}
            onChange={(changed) => setDraft({ ...draft, ...changed })}
          />
        </Panel>
        <SaveBar
          changes={Object.keys(changes).length}
          error={hasOthers ? save.error : null}
          isSaving={save.isPending}
          onDiscard={() => {
            save.reset();
            forget();
          }}
        />
      </Stack>
    </form>
  );
}

/** Returns the values that differ from the stored ones. The order of event types doesn't matter. */
function changesOf(webhook: Webhook, draft: Partial<WebhookValues>): Partial<WebhookValues> {
  const changed = Object.entries(draft).filter(([key, value]) => {
    const stored = webhook[key as keyof WebhookValues];
    return key === 'types'
      ? JSON.stringify([...(stored as string[])].sort()) !== JSON.stringify([...(value as string[])].sort())
      : JSON.stringify(stored) !== JSON.stringify(value);
  });
  return Object.fromEntries(changed) as Partial<WebhookValues>;
}
