import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../../api/queries.ts';
import { ConfirmModal } from '../../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../../components/notices/notify.ts';
import { listenerSettingsTexts as texts } from '../../../texts/listeners/listener-settings.ts';
import type { ShownListener } from '../listener.ts';
import { TemplateSetting } from './template-setting.tsx';

interface Credentials {
  readonly add_authentication: boolean;
  readonly endpoint_key: string;
  readonly endpoint_secret: string;
}

/** The token check with its key and secret, which stay hidden until the user shows them. */
export function CredentialSettings({
  listener,
  draft,
  onChange,
}: {
  listener: ShownListener;
  draft: Credentials;
  onChange: (part: Partial<Credentials>) => void;
}) {
  const [isShown, setShown] = useState(false);
  const hasSecret = (listener.credentials?.endpoint_secret ?? null) !== null;
  const workflow = listener.workflow.id;
  return (
    <>
      <Switch
        label={texts.authenticationLabel}
        checked={draft.add_authentication}
        onChange={({ currentTarget }) => onChange({ add_authentication: currentTarget.checked })}
      />
      {draft.add_authentication && !hasSecret && (
        <Text size="sm" c="dimmed">
          {texts.madeOnSave}
        </Text>
      )}
      {draft.add_authentication && hasSecret && (
        <Group gap="sm">
          <Button size="xs" variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? texts.hide : texts.show}
          </Button>
          {listener.settings.add_authentication && (
            <>
              <RotateButton workflow={workflow} what="endpoint_key" />
              <RotateButton workflow={workflow} what="endpoint_secret" />
            </>
          )}
        </Group>
      )}
      {draft.add_authentication && hasSecret && isShown && (
        <ShownCredentials workflow={workflow} draft={draft} onChange={onChange} />
      )}
    </>
  );
}

/**
 * HS256 requires a key of at least 32 bytes (RFC 7518, 3.2). Workspace secrets aren't checked, because the preview doesn't
 * reveal their length.
 */
const isTooShort = (source: string, text: string): boolean =>
  !source.includes('secrets.') && new TextEncoder().encode(text).length < 32;

const ShownCredentials = ({
  workflow,
  draft,
  onChange,
}: {
  workflow: number;
  draft: Credentials;
  onChange: (part: Partial<Credentials>) => void;
}) => (
  <Stack gap="md">
    <TemplateSetting
      setting="endpoint_key"
      workflow={workflow}
      label={texts.key}
      about={texts.keyAbout}
      value={draft.endpoint_key}
      onChange={(endpoint_key) => onChange({ endpoint_key })}
      copy={texts.copyKey}
    />
    <TemplateSetting
      setting="endpoint_secret"
      workflow={workflow}
      label={texts.secret}
      about={texts.secretAbout}
      value={draft.endpoint_secret}
      onChange={(endpoint_secret) => onChange({ endpoint_secret })}
      copy={texts.copySecret}
      faultOf={(text) => (isTooShort(draft.endpoint_secret, text) ? texts.secretShort : undefined)}
    />
  </Stack>
);

/** Rotates the key or secret. Clearing the value while the check is enabled makes the server generate a new one (spec/listeners §2.3). */
function RotateButton({ workflow, what }: { workflow: number; what: 'endpoint_key' | 'endpoint_secret' }) {
  const [isOpen, setOpen] = useState(false);
  const change = useChange('PATCH /workflows/:id/listener', ['GET /workflows/:id/listener']);
  const isKey = what === 'endpoint_key';
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {isKey ? texts.newKey : texts.newSecret}
      </Button>
      <ConfirmModal
        title={isKey ? texts.newKeyTitle : texts.newSecretTitle}
        confirm={isKey ? texts.newKeyConfirm : texts.newSecretConfirm}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await change.mutateAsync({ params: { id: workflow }, body: { [what]: null } });
          showSuccess(texts.newDone);
        }}
      >
        {texts.newText}
      </ConfirmModal>
    </>
  );
}
