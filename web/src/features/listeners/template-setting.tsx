import { Code, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../api/queries.ts';
import { languageWords } from '../../components/template-editor/language-words.ts';
import { TemplateEditor } from '../../components/template-editor/template-editor.tsx';
import { noWords } from '../../components/template-editor/template-words.ts';
import { listenersTexts } from '../../texts/listeners.ts';

const { settings: texts } = listenersTexts;
const patienceMs = 300;
const nothing = { text: null, problems: [] };

/** One of the settings that support template scripting, with what it comes to at this moment. */
export function TemplateSetting({
  workflow,
  label,
  about,
  value,
  onChange,
}: {
  workflow: number;
  label: string;
  about: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { text, problems } = usePreview(workflow, value);
  const { data: language } = useQuery(query('GET /workflows/language', {}));
  const completions = useMemo(() => (language ? languageWords(language) : noWords), [language]);
  return (
    <Stack gap={4}>
      <TemplateEditor
        label={label}
        description={about}
        value={value}
        onChange={onChange}
        completions={completions}
        problems={problems}
        isOneLine
      />
      <Text size="sm" component="div" role="status">
        <Text span c="dimmed" inherit mr={6}>
          {texts.preview}
        </Text>
        {text === null ? texts.previewEmpty : <Code>{text}</Code>}
        {value.includes('secrets.') && (
          <Text size="xs" c="dimmed">
            {texts.secretsStandIn}
          </Text>
        )}
      </Text>
    </Stack>
  );
}

/** What the template comes to, a moment after it stands still. */
function usePreview(workflow: number, value: string) {
  const [source] = useDebouncedValue(value, patienceMs);
  const preview = useQuery({
    ...query('POST /workflows/:id/listener/preview', { params: { id: workflow }, body: { source } }),
    enabled: source !== '',
    placeholderData: keepPreviousData,
    // What is written here may be a secret: it is not remembered.
    gcTime: 0,
  });
  return source === '' || !preview.data ? nothing : preview.data;
}
