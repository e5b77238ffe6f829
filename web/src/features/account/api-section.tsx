import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useChange } from '../../api/queries.ts';
import { EndAccess } from '../../components/dialogs/end-access.tsx';
import { SettingAction, SettingRows } from '../../components/settings/setting-rows.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { accountTexts } from '../../texts/sign-in/account.ts';
import type { Account } from './account.ts';
import { LastUse } from './last-use.tsx';

const texts = accountTexts.api;

/** The user's API clients, which keep working after a password change, and the way to the API key. */
export function ApiSection({ clients }: { clients: Account['clients'] }) {
  const remove = useChange('DELETE /api-settings/clients/:id', ['GET /account', 'GET /api-settings']);
  return (
    <SettingRows title={texts.title}>
      <SettingAction label={texts.key} help={texts.keyHelp}>
        <Button component={Link} to="/apps/api" variant="default" size="xs">
          {texts.open}
        </Button>
      </SettingAction>
      {clients.map(({ id, name, scope, active, created_at, last_used_at }) => (
        <SettingAction
          key={id}
          label={<Name>{name}</Name>}
          help={
            <>
              {texts.reaches[scope]}
              {!active && ` · ${texts.disabled}`} · <LastUse at={last_used_at} /> · {texts.created}{' '}
              <Moment at={created_at} />
            </>
          }
        >
          <EndAccess
            button={texts.end}
            label={texts.endLabel(name)}
            title={texts.endTitle(name)}
            text={texts.endText}
            confirm={texts.endConfirm}
            done={texts.ended(name)}
            onEnd={() => remove.mutateAsync({ params: { id } })}
          />
        </SettingAction>
      ))}
    </SettingRows>
  );
}
