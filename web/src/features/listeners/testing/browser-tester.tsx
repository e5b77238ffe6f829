import { Button, Checkbox, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../../api/call.ts';
import { useChange } from '../../../api/queries.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { listenersTexts } from '../../../texts/listeners.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import type { ShownListener } from '../listener.ts';
import { BrowserVerdict } from './browser-verdict.tsx';

const { browsers: texts } = listenersTexts;
const methods = ['GET', 'POST', 'PUT'] as const;
const contentTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
];

interface Wish {
  readonly origin: string;
  readonly method: (typeof methods)[number];
  readonly contentType: string;
  readonly headers: string;
  readonly withCredentials: boolean;
}

const bodyOf = ({ origin, method, contentType, headers, withCredentials }: Wish) => ({
  origin,
  method,
  content_type: contentType,
  headers: headers.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])),
  with_credentials: withCredentials,
});

/** A call that a page would make, and what it would get. */
export function BrowserTester({ listener }: { listener: ShownListener }) {
  const { settings, workflow } = listener;
  const [wish, setWish] = useState<Wish>({
    origin: 'https://www.example.com',
    method: 'POST',
    contentType: 'application/json',
    headers: settings.add_authentication ? 'Authorization' : '',
    withCredentials: false,
  });
  const ask = useChange('POST /workflows/:id/listener/browser-check');
  const problems = ask.error instanceof CallError ? ask.error.problems : [];
  return (
    <Panel title={texts.title} about={texts.about}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate({ params: { id: workflow.id }, body: bodyOf(wish) });
        }}
      >
        <Stack gap="sm" align="flex-start">
          <WishFields
            wish={wish}
            onChange={(part) => setWish({ ...wish, ...part })}
            problemOf={(path) => problems.find((problem) => problem.path.startsWith(path))?.message}
          />
          <Button type="submit" loading={ask.isPending}>
            {texts.ask}
          </Button>
        </Stack>
      </form>
      {ask.isError && problems.length === 0 && (
        <ErrorNotice error={ask.error} title={sharedTexts.failedChange} />
      )}
      {ask.data && <BrowserVerdict verdict={ask.data} />}
    </Panel>
  );
}

const WishFields = ({
  wish,
  onChange,
  problemOf,
}: {
  wish: Wish;
  onChange: (part: Partial<Wish>) => void;
  problemOf: (path: string) => string | undefined;
}) => (
  <>
    <SimpleGrid cols={{ base: 1, sm: 2 }} w="100%">
      <TextInput
        label={texts.origin}
        description={texts.originAbout}
        value={wish.origin}
        onChange={({ currentTarget }) => onChange({ origin: currentTarget.value })}
        error={problemOf('origin')}
      />
      <TextInput
        label={texts.headers}
        description={texts.headersAbout}
        value={wish.headers}
        onChange={({ currentTarget }) => onChange({ headers: currentTarget.value })}
        error={problemOf('headers')}
      />
      <NativeSelect
        label={texts.method}
        data={[...methods]}
        value={wish.method}
        onChange={({ currentTarget }) => onChange({ method: currentTarget.value as Wish['method'] })}
      />
      <NativeSelect
        label={texts.contentType}
        data={[{ value: '', label: texts.noType }, ...contentTypes]}
        value={wish.contentType}
        onChange={({ currentTarget }) => onChange({ contentType: currentTarget.value })}
      />
    </SimpleGrid>
    <Checkbox
      label={texts.credentials}
      checked={wish.withCredentials}
      onChange={({ currentTarget }) => onChange({ withCredentials: currentTarget.checked })}
    />
  </>
);
