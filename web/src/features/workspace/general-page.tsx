import { Anchor, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { SettingBlock, SettingRows } from '../../components/settings/setting-rows.tsx';
import { CopyText } from '../../components/values/copy-text.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { workspaceTexts as texts } from '../../texts/workspace.ts';
import { AddressPanel } from './address-panel.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The workspace's name and defaults, its URL check, and its export. */
export function GeneralPage() {
  const { data } = useSuspenseQuery(query('GET /workspace', {}));
  return (
    <PageFrame
      isNarrow
      title={shellTexts.pages.general}
      about={texts.about.general}
      guide="console/settings.md#general-limits-and-retention-settingsgeneral-settingslimits-settingsretention"
    >
      <SettingsForm present={data} groups={['general', 'apps']}>
        <AddressPanel baseUrl={data.base_url} />
        <SettingRows title={texts.export.title} about={texts.export.about}>
          <SettingBlock>
            <CopyText text={texts.export.command(data.base_url)} />
            <Text size="sm">
              {texts.export.leads}{' '}
              <Anchor component={Link} to="/leads" size="sm" underline="always">
                {texts.export.toLeads}
              </Anchor>
            </Text>
          </SettingBlock>
        </SettingRows>
      </SettingsForm>
    </PageFrame>
  );
}
