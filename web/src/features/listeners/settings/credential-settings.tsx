import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../../api/queries.ts';
import { ConfirmModal } from '../../../components/dialogs/confirm.tsx';
import { tellDone } from '../../../components/notices/notify.ts';
import { listenersTexts } from '../../../texts/listeners.ts';
import type { ShownListener } from '../listener.ts';
import { TemplateSetting } from './template-setting.tsx';

const { settings: texts } = listenersTexts;

interface Credentials {
  readonly add_authentication: boolean;
  readonly endpoint_key: string;
  readonly endpoint_secret: string;
}

/** The token check with its key and secret, which are not on the screen before somebody asks for them. */
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
  const isMade = (listener.credentials?.endpoint_secret ?? null) !== null;
  const workflow = listener.workflow.id;
  return (
    <>
      <Switch
        label={texts.authenticationLabel}
        checked={draft.add_authentication}
        onChange={({ currentTarget }) => onChange({ add_authentication: currentTarget.checked })}
      />
      {draft.add_authentication && !isMade && (
        <Text size="sm" c="dimmed">
          {texts.madeOnSave}
        </Text>
      )}
      {draft.add_authentication && isMade && (
        <Group gap="sm">
          <Button size="xs" variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? texts.hide : texts.show}
          </Button>
          {listener.settings.add_authentication && (
            <>
              <MakeNew workflow={workflow} what="endpoint_key" />
              <MakeNew workflow={workflow} what="endpoint_secret" />
            </>
          )}
        </Group>
      )}
      {draft.add_authentication && isMade && isShown && (
        <ShownCredentials workflow={workflow} draft={draft} onChange={onChange} />
      )}
    </>
  );
}

/** HS256 wants a key of 32 bytes at least (RFC 7518, 3.2). A preview does not show how long a workspace secret is. */
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

/** Clearing a value while the check is on generates a new one (spec/listeners §2.3). */
function MakeNew({ workflow, what }: { workflow: number; what: 'endpoint_key' | 'endpoint_secret' }) {
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
          tellDone(texts.newDone);
        }}
      >
        {texts.newText}
      </ConfirmModal>
    </>
  );
}
