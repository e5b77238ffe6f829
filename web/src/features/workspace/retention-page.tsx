import { useSuspenseQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { workspaceTexts as texts } from '../../texts/workspace.ts';
import { SettingsForm } from './settings-form.tsx';

/** How long the workspace keeps data. */
export function RetentionPage() {
  const { data } = useSuspenseQuery(query('GET /workspace', {}));
  return (
    <PageFrame
      isNarrow
      title={shellTexts.pages.retention}
      about={texts.about.retention}
      guide="console/settings.md#general-limits-and-retention-settingsgeneral-settingslimits-settingsretention"
    >
      <SettingsForm present={data} groups={['keeping']} />
    </PageFrame>
  );
}
