import { Anchor, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { CopyText } from '../../components/values/copy-text.tsx';
import { workspaceTexts } from '../../texts/workspace.ts';
import { AddressPanel } from './address-panel.tsx';
import { ErasePanel } from './erase-panel.tsx';
import { SettingsForm } from './settings-form.tsx';
import { UsePanel } from './use-panel.tsx';

/** The workspace's usage and settings, its URL check, export and erasure. */
export function WorkspacePage() {
  const { data } = useSuspenseQuery(query('GET /workspace', {}));
  return (
    <PageFrame isNarrow title={workspaceTexts.title} about={workspaceTexts.about}>
      <Stack gap="md">
        <UsePanel />
        <SettingsForm present={data} />
        <AddressPanel />
        <Panel title={workspaceTexts.export.title} about={workspaceTexts.export.about}>
          <CopyText text={workspaceTexts.export.command(data.base_url)} />
          <Text size="sm">
            {workspaceTexts.export.leads}{' '}
            <Anchor component={Link} to="/leads" size="sm" underline="always">
              {workspaceTexts.export.toLeads}
            </Anchor>
          </Text>
        </Panel>
        <ErasePanel />
      </Stack>
    </PageFrame>
  );
}
