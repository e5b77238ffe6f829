import { Anchor, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { query } from '../../../api/queries.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { CopyText } from '../../../components/values/copy-text.tsx';
import { ColoredCode } from '../../../components/values/data-block.tsx';
import { WithCode } from '../../../components/values/with-code.tsx';
import { callingTexts } from '../../../texts/listeners/calling.ts';
import { listenerSettingsTexts } from '../../../texts/listeners/listener-settings.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import type { ShownListener } from '../listener.ts';
import { useExampleBody } from './example-body.ts';
import { exampleHeaders } from './example-headers.ts';
import { type Language, languages, snippetOf } from './snippet.ts';

const { call: texts } = callingTexts;
const oneHourSeconds = 3_600;

/**
 * Code examples that are ready to run, unless the caller has to sign requests. They contain the real URL. For users who
 * can edit the workflow, the copied code also contains a valid token, which the screen doesn't show.
 */
export function Snippets({ listener }: { listener: ShownListener }) {
  const { url, settings, may_edit, workflow } = listener;
  const [language, setLanguage] = useState<Language>('curl');
  const body = useExampleBody(workflow.id);
  const canSign = exampleHeaders(settings, '') !== undefined;
  const needsToken = settings.add_authentication && may_edit && canSign;
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
      headers: exampleHeaders(settings, token) ?? [],
      body: JSON.stringify(body),
    });
  const isSigned = settings.signature.scheme !== 'none';
  if (!canSign)
    return (
      <Panel title={texts.snippets}>
        <SigningNote listener={listener} />
      </Panel>
    );
  return (
    <Panel
      title={texts.snippets}
      about={settings.add_authentication || isSigned ? undefined : texts.snippetsAbout}
    >
      <SegmentedControl
        size="xs"
        aria-label={texts.language}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
        data={languages.map((value) => ({ value, label: texts.languages[value] }))}
        style={{ alignSelf: 'flex-start' }}
      />
      <CopyText
        text={codeWith(signed.data?.token ?? texts.placeholders.token)}
        label={texts.copySnippet}
        isCode
      >
        <ColoredCode
          code={codeWith(signed.data ? sharedTexts.masked : texts.placeholders.token)}
          language={language}
        />
      </CopyText>
      {settings.add_authentication && (
        <Text size="sm" c="dimmed">
          {signed.data ? texts.tokenIn : texts.needsToken}
        </Text>
      )}
      {isSigned && <SigningNote listener={listener} />}
      {language === 'javascript' && (
        <Text size="sm" c="dimmed">
          {inPages(settings)}
        </Text>
      )}
      {signed.error && <ErrorNotice error={signed.error} onRetry={() => void signed.refetch()} />}
    </Panel>
  );
}

/** Says how to sign the request, or that only its sender can. */
function SigningNote({ listener: { settings, may_edit, workflow } }: { listener: ShownListener }) {
  const { signature } = settings;
  const { schemes } = listenerSettingsTexts.signature;
  const notes: Partial<Record<typeof signature.scheme, string>> = {
    'shared-secret': texts.needsSecret,
    hmac: texts.needsSignature(signature),
  };
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" c="dimmed">
        <WithCode>{notes[signature.scheme] ?? texts.signedElsewhere(schemes[signature.scheme])}</WithCode>
      </Text>
      {may_edit && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              to="/workflows/$id/triggers"
              params={{ id: String(workflow.id) }}
              search={{ tab: 'signatures' }}
              {...props}
            />
          )}
        >
          {texts.debugSignature}
        </Anchor>
      )}
    </Stack>
  );
}

/** Explains whether the code also works on a web page, where the browser sends a preflight first (spec/listeners §4.4, §4.5). */
function inPages({ add_authentication, allow_cors, signature }: ShownListener['settings']): string {
  if (signature.scheme !== 'none') return texts.pages.signed;
  if (add_authentication) return texts.pages.token;
  return allow_cors ? texts.pages.allowed : texts.pages.closed;
}
