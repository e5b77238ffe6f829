import { Alert, Box, Button, Code, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
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
  const propose = useChange('POST /api-settings/proposed-key');
  const update = useChange('PUT /api-settings/key', ['GET /api-settings']);
  const present = settings.api_key;
  // A key that is created now would be rejected.
  const isOff = settings.key_is_off_because_of.length > 0;
  const commandWith = (key: string) => `curl '${workspace.base_url}/api/leads?limit=5' -H 'apikey: ${key}'`;
  const regenerate = () => propose.mutate({}, { onSuccess: setProposed, onError: showFailure });
  const activate = (proposal: string) =>
    update.mutate(
      { body: { replaces: present, proposal } },
      {
        onSuccess: () => {
          setProposed(undefined);
          showSuccess(present === null ? undefined : texts.updated);
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
      {present === null && proposed === undefined && (
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
      {present !== null && <KeyField label={texts.label} value={present} />}
      {proposed !== undefined && (
        <Stack gap={4}>
          <KeyField label={texts.proposed} value={proposed.api_key} isShown />
          <Text size="sm" c="dimmed">
            {present === null ? texts.firstHelp : texts.proposedHelp}
          </Text>
          {present !== null && (
            <Text size="sm" fw={500}>
              {texts.wouldStop(settings.key_uses.length)}
            </Text>
          )}
        </Stack>
      )}
      {(present !== null || proposed !== undefined) && (
        <Group gap="xs">
          <Button variant="default" onClick={regenerate} loading={propose.isPending}>
            {texts.regenerate}
          </Button>
          {proposed !== undefined && (
            <>
              <Button loading={update.isPending} onClick={() => activate(proposed.proposal)}>
                {texts.update}
              </Button>
              <Button variant="subtle" onClick={() => setProposed(undefined)}>
                {present === null ? texts.discardFirst : texts.discard}
              </Button>
            </>
          )}
        </Group>
      )}
      {present !== null && <KeyAddresses addresses={settings.key_addresses} />}
      {present !== null && isWorking(settings) && (
        <Stack gap={4}>
          <Text size="sm" fw={500}>
            {texts.curl}
          </Text>
          <CopyText text={commandWith(present)} isCode>
            {commandWith(sharedTexts.masked)}
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
  if (settings.api_key === null) return null;
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

/** A key that is hidden until the user reveals it. */
function KeyField({ label, value, isShown = false }: { label: string; value: string; isShown?: boolean }) {
  const [isVisible, setVisible] = useState(isShown);
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <PasswordInput
        flex={1}
        label={label}
        value={value}
        readOnly
        autoComplete="off"
        visible={isVisible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': isVisible ? texts.hide : texts.show, tabIndex: 0 }}
      />
      <Box className={classes.copy ?? ''}>
        <CopyIcon text={value} label={texts.copy} />
      </Box>
    </Group>
  );
}
