import { Box, Code, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/queries.ts';
import { languageWords } from '../../../components/template-editor/language-words.ts';
import { TemplateEditor } from '../../../components/template-editor/template-editor.tsx';
import { isTemplate, noWords } from '../../../components/template-editor/template-words.ts';
import { CopyIcon } from '../../../components/values/copy-text.tsx';
import { listenerSettingsTexts as texts } from '../../../texts/listeners/listener-settings.ts';

const debounceMs = 300;

type Setting = 'endpoint_key' | 'endpoint_secret' | 'cors_domains';

interface TemplateSettingProps {
  readonly workflow: number;
  readonly setting: Setting;
  readonly label: string;
  readonly about: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The label of the copy button. Without a label, the button isn't shown. */
  readonly copy?: string;
  /** Returns a warning about the resolved value. The user can save the setting anyway. */
  readonly faultOf?: (text: string) => string | undefined;
}

/** A setting that can be a template, with its current value. */
export function TemplateSetting({
  workflow,
  setting,
  label,
  about,
  value,
  onChange,
  copy,
  faultOf,
}: TemplateSettingProps) {
  const preview = usePreview(workflow, setting, value);
  const { data: language } = useQuery(query('GET /workflows/language', {}));
  const completions = () => {
    if (!language) return noWords;
    return languageWords(setting === 'cors_domains' ? { ...language, secrets: undefined } : language);
  };
  const fault = preview?.text == null ? undefined : faultOf?.(preview.text);
  return (
    <Stack gap={4}>
      <Group gap={4} wrap="nowrap" align="flex-end">
        <Box flex={1} miw={0}>
          <TemplateEditor
            label={label}
            description={about}
            value={value}
            onChange={onChange}
            completions={completions}
            problems={preview?.problems ?? []}
            isOneLine
          />
        </Box>
        {copy !== undefined && (
          <Box mb={4} display="flex">
            <CopyIcon text={value} label={copy} />
          </Box>
        )}
      </Group>
      <Outcome value={value} preview={preview} />
      {fault !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          {fault}
        </Text>
      )}
    </Stack>
  );
}

type Preview = Pick<NonNullable<ReturnType<typeof usePreview>>, 'text'> | undefined;

/** Shows the template's current value. Plain text needs no preview. */
function Outcome({ value, preview }: { value: string; preview: Preview }) {
  if (value !== '' && !isTemplate(value)) return null;
  return (
    <Text size="sm" component="div" role="status">
      <Text span c="dimmed" inherit mr={6}>
        {texts.preview}
      </Text>
      {!preview ? (
        texts.previewWaits
      ) : preview.text === null ? (
        texts.previewEmpty
      ) : (
        <Code>{preview.text}</Code>
      )}
      {value.includes('secrets.') && (
        <Text size="xs" c="dimmed">
          {texts.secretsStandIn}
        </Text>
      )}
    </Text>
  );
}

/**
 * Resolves the template shortly after the last keystroke. Returns undefined until then, because the result for an earlier
 * version of the text would be misleading.
 */
function usePreview(workflow: number, setting: Setting, value: string) {
  const [source] = useDebouncedValue(value, debounceMs);
  const { data } = useQuery({
    ...query('POST /workflows/:id/listener/preview', { params: { id: workflow }, body: { setting, source } }),
    enabled: source !== '' && source === value,
    // The value can be a secret, so don't cache it.
    gcTime: 0,
  });
  if (value === '') return { text: null, problems: [] };
  return source === value ? data : undefined;
}
