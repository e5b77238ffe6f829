import { Alert, Anchor } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { apiSettingsTexts } from '../../texts/api-settings.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ClientsPanel } from './clients-panel.tsx';
import { KeyPanel } from './key-panel.tsx';
import { OwnKeyUsesPanel } from './key-uses-panel.tsx';

/** The user's API Settings (spec/rest-api §1.5). */
export function ApiSettingsPage() {
  const { data } = useSuspenseQuery(query('GET /api-settings', {}));
  return (
    <PageFrame
      isNarrow
      title={apiSettingsTexts.title}
      about={
        <>
          {apiSettingsTexts.about}{' '}
          <Anchor component={Link} underline="always" to="/settings/account">
            {shellTexts.pages.account}
          </Anchor>
        </>
      }
      guide="console/people.md#api-settings-appsapi"
    >
      {!data.may_use_rest_api && (
        <Alert color="yellow" icon={<IconInfoCircle />}>
          {apiSettingsTexts.noAccess}
        </Alert>
      )}
      <ClientsPanel clients={data.clients} />
      <KeyPanel settings={data} />
      {data.key_uses.length > 0 && <OwnKeyUsesPanel uses={data.key_uses} />}
    </PageFrame>
  );
}
