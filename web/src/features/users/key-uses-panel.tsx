import { Panel } from '../../components/page/panel.tsx';
import { ScrollingTable } from '../../components/page/scrolling-table.tsx';
import { KeyUsesRows } from '../../components/values/key-uses-rows.tsx';
import { sharedTexts } from '../../texts/shared.ts';
import { usersTexts } from '../../texts/users.ts';
import classes from './users.module.css';
import type { ViewedUser } from './viewed-user.ts';

const texts = usersTexts.credentials;

/** Lists programs that use the user's API key. They stop working when the key is removed. */
export const UserKeyUsesPanel = ({ uses }: { uses: ViewedUser['key_uses'] }) =>
  uses.length === 0 ? null : (
    <Panel title={texts.uses}>
      <ScrollingTable label={sharedTexts.tableOf(texts.uses)} minWidth={420}>
        <KeyUsesRows uses={uses} texts={{ ...texts, last: texts.lastUse }} programClass={classes.words} />
      </ScrollingTable>
    </Panel>
  );
