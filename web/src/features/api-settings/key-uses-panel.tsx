import { Panel } from '../../components/page/panel.tsx';
import { ScrollingTable } from '../../components/page/scrolling-table.tsx';
import { KeyUsesRows } from '../../components/values/key-uses-rows.tsx';
import { apiSettingsTexts } from '../../texts/api-settings.ts';
import { sharedTexts } from '../../texts/shared.ts';
import type { ApiSettings } from './api-settings.ts';

const texts = apiSettingsTexts.uses;

/** Lists programs that use the current key. They stop working when the key is changed. */
export const OwnKeyUsesPanel = ({ uses }: { uses: ApiSettings['key_uses'] }) => (
  <Panel title={texts.title} about={texts.about}>
    <ScrollingTable label={sharedTexts.tableOf(texts.title)} minWidth={420}>
      <KeyUsesRows uses={uses} texts={texts} />
    </ScrollingTable>
  </Panel>
);
