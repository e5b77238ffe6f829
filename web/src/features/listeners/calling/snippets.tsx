import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api/queries.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { CopyText } from '../../../components/values/copy-text.tsx';
import { ColoredCode } from '../../../components/values/data-block.tsx';
import { callingTexts } from '../../../texts/listeners/calling.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import type { ShownListener } from '../listener.ts';
import { useExampleBody } from './example-body.ts';
import { type Language, languages, snippetOf } from './snippet.ts';

const { call: texts } = callingTexts;
const oneHourSeconds = 3_600;

/**
 * Code examples that are ready to run. They contain the real URL. For users who can edit the workflow, the copied
 * code also contains a valid token, which the screen doesn't show.
 */
export function Snippets({ listener: { url, settings, may_edit, workflow } }: { listener: ShownListener }) {
  const [language, setLanguage] = useState<Language>('curl');
  const body = useExampleBody(workflow.id);
  const needsToken = settings.add_authentication && may_edit;
  const signed = useQuery({
    ...query('POST /workflows/:id/listener/token', {
      params: { id: workflow.id },
      body: { claims: '{}', algorithm: 'HS256', expires_in_seconds: oneHourSeconds },
    }),
    enabled: needsToken,
    // Don't cache the token, and don't replace it while the user is reading it.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const codeWith = (token: string) =>
    snippetOf(language, {
      url,
      method: 'POST',
      headers: [
        ['Content-Type', 'application/json'],
        ...(settings.add_authentication ? [['Authorization', `Bearer ${token}`] as const] : []),
      ],
      body: JSON.stringify(body),
    });
  return (
    <Panel title={texts.snippets} about={settings.add_authentication ? undefined : texts.snippetsAbout}>
      <SegmentedControl
        size="xs"
        aria-label={texts.language}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
        data={languages.map((value) => ({ value, label: texts.languages[value] }))}
        style={{ alignSelf: 'flex-start' }}
      />
      <CopyText text={codeWith(signed.data?.token ?? texts.placeholder)} label={texts.copySnippet} isCode>
        <ColoredCode
          code={codeWith(signed.data ? sharedTexts.masked : texts.placeholder)}
          language={language}
        />
      </CopyText>
      {settings.add_authentication && (
        <Text size="sm" c="dimmed">
          {signed.data ? texts.tokenIn : texts.needsToken}
        </Text>
      )}
      {language === 'javascript' && (
        <Text size="sm" c="dimmed">
          {inPages(settings)}
        </Text>
      )}
      {signed.error && <ErrorNotice error={signed.error} onRetry={() => void signed.refetch()} />}
    </Panel>
  );
}

/** Explains whether the code also works on a web page, where the browser sends a preflight first (spec/listeners §4.4, §4.5). */
function inPages({ add_authentication, allow_cors }: ShownListener['settings']): string {
  if (add_authentication) return texts.pages.token;
  return allow_cors ? texts.pages.allowed : texts.pages.closed;
}
