import { Text } from '@mantine/core';
import { useChange } from '../../api/queries.ts';
import { EndAccess } from '../../components/dialogs/end-access.tsx';
import { SettingAction, SettingRows } from '../../components/settings/setting-rows.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { accountTexts } from '../../texts/sign-in/account.ts';
import type { Account } from './account.ts';
import { LastUse } from './last-use.tsx';

const texts = accountTexts.sessions;

/** The browsers in which the user is signed in. */
export function SessionsSection({ sessions }: { sessions: Account['sessions'] }) {
  const end = useChange('DELETE /account/sessions/:id', ['GET /account']);
  return (
    <SettingRows title={texts.title}>
      {sessions.map(({ id, browser, network, created_at, last_used_at, is_here }) => (
        <SettingAction
          key={id}
          label={browser}
          help={
            <>
              {network} · <LastUse at={last_used_at} /> · {texts.since} <Moment at={created_at} />
            </>
          }
        >
          {is_here ? (
            <Text size="sm" c="dimmed">
              {texts.here}
            </Text>
          ) : (
            <EndAccess
              button={texts.end}
              label={texts.endLabel(browser, network)}
              title={texts.endTitle(browser)}
              text={texts.endText}
              done={texts.ended}
              onEnd={() => end.mutateAsync({ params: { id } })}
            />
          )}
        </SettingAction>
      ))}
    </SettingRows>
  );
}
