import { Button } from '@mantine/core';
import { useChange } from '../../api/queries.ts';
import { EndAccess } from '../../components/dialogs/end-access.tsx';
import { SettingAction, SettingRows } from '../../components/settings/setting-rows.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { accountTexts } from '../../texts/sign-in/account.ts';
import type { Account } from './account.ts';
import { LastUse } from './last-use.tsx';

const texts = accountTexts.secondFactor;
/** The pages that set up a factor are outside the console, and return here. */
const pageOf = (name: string) => `/second-factor${name}?return_to=/settings/account`;

/** The user's authenticator app, passkeys and recovery codes. */
export function SecondFactorSection({ factors }: { factors: Account['factors'] }) {
  const { app_since, passkeys, recovery_codes, are_required } = factors;
  const removeApp = useChange('DELETE /account/app', ['GET /account']);
  const removePasskey = useChange('DELETE /account/passkeys/:id', ['GET /account']);
  const count = passkeys.length + (app_since === null ? 0 : 1);
  const canRemove = !are_required || count > 1;
  return (
    <SettingRows title={texts.title}>
      <SettingAction
        label={texts.app}
        help={
          app_since === null ? (
            texts.appHelp
          ) : (
            <>
              {texts.since} <Moment at={app_since} />
            </>
          )
        }
      >
        {app_since === null ? (
          <SetUp to="/app" label={texts.setUpApp} />
        ) : (
          canRemove && (
            <EndAccess
              button={texts.remove}
              label={texts.removeApp}
              title={texts.removeAppTitle}
              text={count === 1 ? texts.removeLast : texts.removeOne}
              done={texts.removed}
              onEnd={() => removeApp.mutateAsync({})}
            />
          )
        )}
      </SettingAction>
      {passkeys.map(({ id, name, created_at, last_used_at }) => (
        <SettingAction
          key={id}
          label={texts.passkey(name)}
          help={
            <>
              <LastUse at={last_used_at} /> · {texts.added} <Moment at={created_at} />
            </>
          }
        >
          {canRemove && (
            <EndAccess
              button={texts.remove}
              label={texts.removePasskey(name)}
              title={texts.removePasskeyTitle(name)}
              text={count === 1 ? texts.removeLast : texts.removeOne}
              done={texts.removed}
              onEnd={() => removePasskey.mutateAsync({ params: { id } })}
            />
          )}
        </SettingAction>
      ))}
      <SettingAction label={texts.newPasskey} help={texts.newPasskeyHelp}>
        <SetUp to="/passkey" label={texts.addPasskey} />
      </SettingAction>
      {count > 0 && (
        <SettingAction label={texts.codes} help={texts.codesLeft(recovery_codes)}>
          <SetUp to="/recovery-codes" label={texts.newCodes} />
        </SettingAction>
      )}
    </SettingRows>
  );
}

const SetUp = ({ to, label }: { to: string; label: string }) => (
  <Button component="a" href={pageOf(to)} variant="default" size="xs">
    {label}
  </Button>
);
