import { Button, Checkbox, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../../api/call.ts';
import { useChange } from '../../../api/queries.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { corsTesterTexts as texts } from '../../../texts/listeners/cors-tester.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import type { ShownListener } from '../listener.ts';
import { BrowserVerdict } from './browser-verdict.tsx';

const methods = ['GET', 'POST', 'PUT'] as const;
const contentTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
];

interface RequestValues {
  readonly origin: string;
  readonly method: (typeof methods)[number];
  readonly contentType: string;
  readonly headers: string;
  readonly withCredentials: boolean;
}

const bodyOf = ({ origin, method, contentType, headers, withCredentials }: RequestValues) => ({
  origin,
  method,
  content_type: contentType,
  headers: headers.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])),
  with_credentials: withCredentials,
});

/** Lets the user describe a request from a web page, and shows what the browser would get. */
export function BrowserTester({
  listener,
  origin = 'https://www.example.com',
}: {
  listener: ShownListener;
  /** The origin to start with, such as a rejected one. */
  origin?: string | undefined;
}) {
  const { settings, workflow } = listener;
  const [values, setValues] = useState<RequestValues>({
    origin,
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
          ask.mutate({ params: { id: workflow.id }, body: bodyOf(values) });
        }}
      >
        <Stack gap="sm" align="flex-start">
          <RequestFields
            values={values}
            onChange={(part) => setValues({ ...values, ...part })}
            problemOf={(path) => problems.find((problem) => problem.path.startsWith(path))?.message}
          />
          <Button type="submit" loading={ask.isPending}>
            {texts.ask}
          </Button>
        </Stack>
      </form>
      {ask.isError && problems.length === 0 && (
        <ErrorNotice error={ask.error} title={sharedTexts.failedAction} />
      )}
      {ask.data && <BrowserVerdict verdict={ask.data} />}
    </Panel>
  );
}

const RequestFields = ({
  values,
  onChange,
  problemOf,
}: {
  values: RequestValues;
  onChange: (part: Partial<RequestValues>) => void;
  problemOf: (path: string) => string | undefined;
}) => (
  <>
    <SimpleGrid cols={{ base: 1, sm: 2 }} w="100%">
      <TextInput
        label={texts.origin}
        description={texts.originAbout}
        value={values.origin}
        onChange={({ currentTarget }) => onChange({ origin: currentTarget.value })}
        error={problemOf('origin')}
      />
      <TextInput
        label={texts.headers}
        description={texts.headersAbout}
        value={values.headers}
        onChange={({ currentTarget }) => onChange({ headers: currentTarget.value })}
        error={problemOf('headers')}
      />
      <NativeSelect
        label={texts.method}
        data={[...methods]}
        value={values.method}
        onChange={({ currentTarget }) => onChange({ method: currentTarget.value as RequestValues['method'] })}
      />
      <NativeSelect
        label={texts.contentType}
        data={[{ value: '', label: texts.noType }, ...contentTypes]}
        value={values.contentType}
        onChange={({ currentTarget }) => onChange({ contentType: currentTarget.value })}
      />
    </SimpleGrid>
    <Checkbox
      label={texts.credentials}
      checked={values.withCredentials}
      onChange={({ currentTarget }) => onChange({ withCredentials: currentTarget.checked })}
    />
  </>
);
