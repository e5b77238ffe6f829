import { Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { CopyText } from '../../components/values/copy-text.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { ssoTexts as texts } from '../../texts/sign-in/single-sign-on.ts';
import { ProviderForm } from './provider-form.tsx';
import { RequiredRows } from './required-rows.tsx';

/** The workspace's identity provider. */
export function SingleSignOnPage() {
  const { data } = useSuspenseQuery(query('GET /single-sign-on', {}));
  return (
    <PageFrame isNarrow title={shellTexts.pages.singleSignOn} about={texts.about} guide="single-sign-on.md">
      <Panel title={texts.urls.title} about={texts.urls.about}>
        <Url label={texts.urls.redirect} copy={texts.urls.copyRedirect} url={data.redirect_uri} />
        <Url label={texts.urls.logout} copy={texts.urls.copyLogout} url={data.logout_uri} />
      </Panel>
      {/* A provider that was removed leaves an empty form. */}
      <ProviderForm key={data.provider === null ? 'new' : 'stored'} answer={data} />
      {data.provider && <RequiredRows answer={data} provider={data.provider} />}
    </PageFrame>
  );
}

const Url = ({ label, copy, url }: { label: string; copy: string; url: string }) => (
  <Stack gap={4}>
    <Text size="sm" fw={500}>
      {label}
    </Text>
    <CopyText text={url} name={label} label={copy} />
  </Stack>
);
