import { PageFrame } from '../../components/page/page-frame.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { workspaceTexts as texts } from '../../texts/workspace.ts';
import { DeletePanel } from './delete-panel.tsx';
import { ErasePanel } from './erase-panel.tsx';

/** Actions that affect the whole workspace, most of which can't be undone. */
export const DangerPage = () => (
  <PageFrame
    isNarrow
    title={shellTexts.pages.danger}
    about={texts.about.danger}
    guide="console/settings.md#danger-zone-settingsdanger"
  >
    <ErasePanel />
    <DeletePanel />
  </PageFrame>
);
