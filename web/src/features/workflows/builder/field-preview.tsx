import { Code, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { builderTexts } from '../../../texts/workflow-builder.ts';
import { inputOf } from '../sample.ts';
import { useBuilderWorld } from './builder-context.ts';

const waitMs = 500;
const longest = 300;

interface Previewed {
  readonly source: string;
  readonly isCondition: boolean;
  readonly loops: readonly string[];
}

/** What a template makes of the request that the workflow is looked at with. */
export function FieldPreview(previewed: Previewed) {
  const data = usePreview(previewed);
  if (!data) return null;
  const text = data.value ?? data.problems[0]?.message ?? '';
  return (
    <Group gap={6} wrap="nowrap" align="baseline" mt={4}>
      <Text size="xs" c="dimmed">
        {builderTexts.preview}
      </Text>
      {data.value === null ? (
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      ) : (
        <Code fz="xs" title={builderTexts.previewSecrets}>
          {text.length > longest ? `${text.slice(0, longest)}…` : text}
        </Code>
      )}
    </Group>
  );
}

/** Undefined for a text without a template, and until the first answer. */
function usePreview({ source, isCondition, loops }: Previewed) {
  const { workflow, sample } = useBuilderWorld();
  const [settled] = useDebouncedValue(source, waitMs);
  const input = inputOf(sample);
  const isTemplate = /\{\{|\{%/.test(settled);
  const body = {
    source: settled,
    is_condition: isCondition,
    loops: [...loops],
    input: input ?? { data: {} },
  };
  const { data } = useQuery({
    queryKey: ['preview', workflow, body],
    queryFn: ({ signal }) => call('POST /workflows/:id/preview', { params: { id: workflow }, body }, signal),
    enabled: isTemplate && input !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return isTemplate ? data : undefined;
}
