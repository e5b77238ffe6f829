import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { ShowOnceModal } from '../../components/dialogs/show-once-modal.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { webhooksTexts as texts } from '../../texts/webhooks.ts';
import { completeFilters } from '../leads/view/conditions.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { errorsOfSent, type WebhookValues } from './webhook.ts';
import { WebhookFields } from './webhook-fields.tsx';

type Created = ApiResponse<'POST /webhooks'>;

/** Creates a webhook, shows its secret once, and then opens the webhook's page. */
export function CreateModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ShowOnceModal<Created>
      isOpen={isOpen}
      onClose={(created) => {
        if (created) void navigate({ to: '/apps/webhooks/$id', params: { id: String(created.id) } });
        else onClose();
      }}
      title={(created) => (created ? texts.secret.created : texts.add)}
      form={(onMade, onCancel) => <CreateForm onCreated={onMade} onCancel={onCancel} />}
    >
      {({ secret }, onDone) => <ShownSecret secret={secret} onDone={onDone} />}
    </ShowOnceModal>
  );
}

const empty: WebhookValues = { name: '', url: '', types: [], filters: [], match: 'all' };

function CreateForm({
  onCreated,
  onCancel,
}: {
  onCreated: (created: Created) => void;
  onCancel: () => void;
}) {
  const [values, setValues] = useState(empty);
  const create = useChange('POST /webhooks', ['GET /webhooks']);
  const { errorAt, hasOthers } = errorsOfSent(create, values);
  useUnsavedChanges(JSON.stringify(values) !== JSON.stringify(empty));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const filters = completeFilters(values.filters);
    create.mutate({ body: { ...values, filters } }, { onSuccess: onCreated });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <WebhookFields
          isNew
          values={values}
          errorAt={errorAt}
          onChange={(changes) => setValues({ ...values, ...changes })}
        />
        <FormFooter
          change={{ error: hasOthers ? create.error : null, isPending: create.isPending }}
          submit={texts.form.create}
          isReady
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
