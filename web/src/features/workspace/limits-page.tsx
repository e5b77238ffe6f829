import { useSuspenseQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { workspaceTexts as texts } from '../../texts/workspace.ts';
import { SettingsForm } from './settings-form.tsx';
import { UseGauges, UsePanel } from './use-panel.tsx';

const refreshMs = 5_000;

/** The workspace's limits, how much of them is used, and by which callers. */
export function LimitsPage() {
  const { data } = useSuspenseQuery(query('GET /workspace', {}));
  const { data: use } = useSuspenseQuery({ ...query('GET /workspace/use', {}), refetchInterval: refreshMs });
  return (
    <PageFrame
      isNarrow
      title={shellTexts.pages.limits}
      about={texts.about.limits}
      guide="console/settings.md#general-limits-and-retention-settingsgeneral-settingslimits-settingsretention"
    >
      <UseGauges use={use} />
      <SettingsForm present={data} groups={['requests', 'listeners']}>
        <UsePanel use={use} />
      </SettingsForm>
    </PageFrame>
  );
}
