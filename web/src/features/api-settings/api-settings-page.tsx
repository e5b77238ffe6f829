import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { PageFrame } from '../../components/page-frame.tsx';
import { apiSettingsTexts } from '../../texts/api-settings.ts';
import { ClientsPanel } from './clients-panel.tsx';
import { KeyPanel } from './key-panel.tsx';
import { KeyUsesPanel } from './key-uses-panel.tsx';

/** The user's API Settings tab (seed 2.4). */
export function ApiSettingsPage() {
  const { data } = useSuspenseQuery(query('GET /api-settings', {}));
  return (
    <PageFrame isNarrow title={apiSettingsTexts.title} about={apiSettingsTexts.about}>
      <Stack gap="md">
        {!data.may_use_rest_api && (
          <Alert color="yellow" variant="outline" icon={<IconInfoCircle />}>
            {apiSettingsTexts.noAccess}
          </Alert>
        )}
        <KeyPanel settings={data} />
        <ClientsPanel clients={data.clients} mayUse={data.may_use_rest_api} />
        {data.key_uses.length > 0 && <KeyUsesPanel uses={data.key_uses} />}
      </Stack>
    </PageFrame>
  );
}
