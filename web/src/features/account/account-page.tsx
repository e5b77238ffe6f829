import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { StatusMessage } from '../../components/notices/notice.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { accountTexts as texts } from '../../texts/sign-in/account.ts';
import { ApiSection } from './api-section.tsx';
import { AppsSection } from './apps-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

const route = getRouteApi('/settings/account');

/** The user's own account: a list of sections. */
export function AccountPage() {
  const { data } = useSuspenseQuery(query('GET /account', {}));
  const { notice } = route.useSearch();
  return (
    <PageFrame
      isNarrow
      title={shellTexts.pages.account}
      about={texts.about}
      guide="console/people.md#your-account-settingsaccount"
    >
      {notice && <StatusMessage>{texts.passwordSet}</StatusMessage>}
      <ProfileSection />
      <PasswordSection />
      <SecondFactorSection factors={data.factors} />
      <SessionsSection sessions={data.sessions} />
      <AppsSection apps={data.apps} />
      <ApiSection clients={data.clients} />
    </PageFrame>
  );
}
