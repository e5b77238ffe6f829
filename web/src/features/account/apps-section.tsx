import { useChange } from '../../api/queries.ts';
import { EndAccess } from '../../components/dialogs/end-access.tsx';
import { SettingAction, SettingRows } from '../../components/settings/setting-rows.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { accountTexts } from '../../texts/sign-in/account.ts';
import type { Account } from './account.ts';
import { LastUse } from './last-use.tsx';

const texts = accountTexts.apps;

/** The OAuth apps that act as the user. */
export function AppsSection({ apps }: { apps: Account['apps'] }) {
  const revoke = useChange('DELETE /account/apps/:id', ['GET /account', 'GET /oauth-clients/:id']);
  return (
    <SettingRows title={texts.title}>
      {apps.length === 0 && (
        <SettingAction label={texts.none} help={texts.noneHelp}>
          {null}
        </SettingAction>
      )}
      {apps.map(({ id, name, scope, approved_at, last_used_at }) => (
        <SettingAction
          key={id}
          label={<Name>{name}</Name>}
          help={
            <>
              {texts.reaches[scope]} · <LastUse at={last_used_at} /> · {texts.approved}{' '}
              <Moment at={approved_at} />
            </>
          }
        >
          <EndAccess
            button={texts.end}
            label={texts.endLabel(name)}
            title={texts.endTitle(name)}
            text={texts.endText}
            done={texts.ended(name)}
            onEnd={() => revoke.mutateAsync({ params: { id } })}
          />
        </SettingAction>
      ))}
    </SettingRows>
  );
}
