import { Code, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ApiResponse, call } from '../../../../api/call.ts';
import { isTemplate } from '../../../../components/template-editor/template-words.ts';
import { builderTexts } from '../../../../texts/workflows/workflow-builder.ts';
import { inputOf } from '../../trial/sample.ts';
import { useBuilderContext } from '../builder-context.ts';
import type { LoopAround } from '../step-tree.ts';

const waitMs = 500;
const longest = 300;

interface Previewed {
  readonly source: string;
  readonly isCondition: boolean;
  readonly loops: readonly LoopAround[];
}

/** Shows the template's result with the chosen preview data. */
export function FieldPreview(previewed: Previewed) {
  const preview = usePreview(previewed);
  if (!preview) return null;
  return (
    <Group gap={6} align="baseline" mt={4}>
      <Text size="xs" c="dimmed">
        {builderTexts.preview}
      </Text>
      {preview === 'waits' ? <Aside text={builderTexts.previewWaits} /> : <Result preview={preview} />}
    </Group>
  );
}

function Result({
  preview: { value, item, problems },
}: {
  preview: ApiResponse<'POST /workflows/:id/preview'>;
}) {
  if (value === null) {
    return <Aside text={item === 'unknown' ? builderTexts.previewUnknown : (problems[0]?.message ?? '')} />;
  }
  return (
    <>
      <Code fz="xs" title={builderTexts.previewSecrets}>
        {value.length > longest ? `${value.slice(0, longest)}…` : value}
      </Code>
      {item === 'first' && <Aside text={builderTexts.previewFirst} />}
    </>
  );
}

const Aside = ({ text }: { text: string }) => (
  <Text size="xs" c="dimmed">
    {text}
  </Text>
);

/** Returns the template's result, or undefined if there is nothing to preview. Never returns a result for an older version of the text. */
function usePreview({ source, isCondition, loops }: Previewed) {
  const { workflow, sample } = useBuilderContext();
  const [settled] = useDebouncedValue(source, waitMs);
  const input = inputOf(sample);
  const isShown = isTemplate(source) && input !== undefined;
  const body = {
    source: settled,
    is_condition: isCondition,
    loops: [...loops],
    input: input ?? { data: {} },
  };
  const { data, error } = useQuery({
    queryKey: ['preview', workflow, body],
    queryFn: ({ signal }) => call('POST /workflows/:id/preview', { params: { id: workflow }, body }, signal),
    enabled: isShown && settled === source,
    staleTime: 60_000,
  });
  if (!isShown) return undefined;
  if (settled !== source) return 'waits';
  return data ?? (error ? undefined : 'waits');
}
