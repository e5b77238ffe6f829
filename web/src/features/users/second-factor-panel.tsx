import { useChange } from '../../api/queries.ts';
import { EndAccess } from '../../components/dialogs/end-access.tsx';
import { SettingAction, SettingRows } from '../../components/settings/setting-rows.tsx';
import { usersTexts } from '../../texts/users.ts';
import type { ViewedUser } from './viewed-user.ts';

const texts = usersTexts.secondFactor;

/** The user's second factors, which an administrator resets if the user has lost them. */
export function SecondFactorPanel({ viewed: { user, second_factors } }: { viewed: ViewedUser }) {
  const { has_app, passkeys } = second_factors;
  const reset = useChange('DELETE /users/:id/second-factors', ['GET /users/:id']);
  const held = [...(has_app ? [texts.app] : []), ...(passkeys === 0 ? [] : [texts.passkeys(passkeys)])];
  return (
    <SettingRows title={texts.section}>
      <SettingAction label={texts.title} help={held.length === 0 ? texts.none : held.join(' · ')}>
        {held.length > 0 && (
          <EndAccess
            button={texts.reset}
            label={texts.resetConfirm}
            title={texts.resetTitle(user.name)}
            text={texts.resetText}
            confirm={texts.resetConfirm}
            done={texts.done(user.name)}
            onEnd={() => reset.mutateAsync({ params: { id: user.id } })}
          />
        )}
      </SettingAction>
    </SettingRows>
  );
}
