import { Alert, Box, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { showFailure, showSuccess } from '../../components/notices/notify.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { CopyIcon, CopyText } from '../../components/values/copy-text.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { apiSettingsTexts } from '../../texts/api-settings.ts';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './api-settings.module.css';
import type { ApiSettings } from './api-settings.ts';
import { KeyAddresses } from './key-addresses.tsx';

const texts = apiSettingsTexts.key;

/** The user's API key. The Create and Regenerate buttons only propose a new key; the Update button activates it. */
export function KeyPanel({ settings }: { settings: ApiSettings }) {
  const { workspace } = useSession();
  const [proposed, setProposed] = useState<ApiResponse<'POST /api-settings/proposed-key'>>();
  const [revealed, setRevealed] = useState<string | null>(null);
  const propose = useChange('POST /api-settings/proposed-key');
  const update = useChange('PUT /api-settings/key', ['GET /api-settings']);
  const reveal = useChange('GET /api-settings/key');
  const endsWith = settings.api_key_ends_with;
  const hasKey = endsWith !== null;
  // The key may have been changed in another window.
  const shown = hasKey && revealed?.endsWith(endsWith) ? revealed : null;
  // A key that is created now would be rejected.
  const isOff = settings.key_is_off_because_of.length > 0;
  const commandWith = (key: string) => `curl '${workspace.base_url}/api/leads?limit=5' -H 'apikey: ${key}'`;
  const regenerate = () => propose.mutate({}, { onSuccess: setProposed, onError: showFailure });
  const show = () =>
    reveal.mutate({}, { onSuccess: ({ api_key }) => setRevealed(api_key), onError: showFailure });
  const activate = ({ api_key, proposal }: ApiResponse<'POST /api-settings/proposed-key'>) =>
    update.mutate(
      { body: { proposal } },
      {
        onSuccess: () => {
          setProposed(undefined);
          setRevealed(api_key);
          showSuccess(hasKey ? texts.updated : undefined);
        },
        onError: showFailure,
      },
    );
  return (
    <Panel
      title={texts.title}
      about={
        <>
          {texts.about} <Code>{texts.header}</Code>
        </>
      }
    >
      <KeyState settings={settings} />
      {!hasKey && proposed === undefined && (
        <EmptyState
          isCompact
          title={texts.none}
          text={isOff ? texts.noneWhileOff(settings.key_is_off_because_of.map(escapeBidi)) : texts.noneHelp}
          action={
            !isOff && (
              <Button variant="default" onClick={regenerate} loading={propose.isPending}>
                {texts.create}
              </Button>
            )
          }
          guide="rest-api.md"
        />
      )}
      {hasKey && (
        <KeyField label={texts.label} value={shown ?? `${sharedTexts.masked}${endsWith}`}>
          {shown === null ? (
            <Button variant="default" onClick={show} loading={reveal.isPending}>
              {texts.show}
            </Button>
          ) : (
            <>
              <CopyIcon text={shown} label={texts.copy} />
              <Button variant="default" onClick={() => setRevealed(null)}>
                {texts.hide}
              </Button>
            </>
          )}
        </KeyField>
      )}
      {proposed !== undefined && (
        <Stack gap={4}>
          <KeyField label={texts.proposed} value={proposed.api_key}>
            <CopyIcon text={proposed.api_key} label={texts.copy} />
          </KeyField>
          <Text size="sm" c="dimmed">
            {hasKey ? texts.proposedHelp : texts.firstHelp}
          </Text>
          {hasKey && (
            <Text size="sm" fw={500}>
              {texts.wouldStop(settings.key_uses.length)}
            </Text>
          )}
        </Stack>
      )}
      {(hasKey || proposed !== undefined) && (
        <Group gap="xs">
          <Button variant="default" onClick={regenerate} loading={propose.isPending}>
            {texts.regenerate}
          </Button>
          {proposed !== undefined && (
            <>
              <Button loading={update.isPending} onClick={() => activate(proposed)}>
                {texts.update}
              </Button>
              <Button variant="subtle" onClick={() => setProposed(undefined)}>
                {hasKey ? texts.discard : texts.discardFirst}
              </Button>
            </>
          )}
        </Group>
      )}
      {hasKey && <KeyAddresses addresses={settings.key_addresses} />}
      {hasKey && isWorking(settings) && (
        <Stack gap={4}>
          <Text size="sm" fw={500}>
            {texts.curl}
          </Text>
          <CopyText text={commandWith(shown ?? texts.placeholder)} isCode>
            {commandWith(shown === null ? texts.placeholder : sharedTexts.masked)}
          </CopyText>
        </Stack>
      )}
    </Panel>
  );
}

const isWorking = ({ may_use_rest_api, key_is_off_because_of }: ApiSettings) =>
  may_use_rest_api && key_is_off_because_of.length === 0;

/** Describes the key's status (spec/rest-api §1.5). */
function KeyState({ settings }: { settings: ApiSettings }) {
  if (settings.api_key_ends_with === null) return null;
  const clients = settings.key_is_off_because_of;
  if (clients.length > 0) {
    return (
      <Alert color="gray" icon={<IconInfoCircle />}>
        <Text size="sm" style={{ textWrap: 'pretty' }}>
          {texts.off(clients.map(escapeBidi))} {texts.offHelp}
        </Text>
      </Alert>
    );
  }
  return isWorking(settings) ? (
    <Group gap={6} wrap="nowrap">
      <IconCircleCheck size={18} color="var(--succeeded-solid)" aria-hidden />
      <Text size="sm">{texts.works}</Text>
    </Group>
  ) : null;
}

/** A key, or the end of one, with its buttons. */
const KeyField = ({ label, value, children }: { label: string; value: string; children: ReactNode }) => (
  <Group gap="xs" align="flex-end" wrap="nowrap">
    <TextInput flex={1} label={label} value={value} readOnly autoComplete="off" />
    <Box className={classes.copy ?? ''}>{children}</Box>
  </Group>
);
