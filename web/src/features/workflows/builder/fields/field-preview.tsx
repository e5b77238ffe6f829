import { Code, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ApiResponse, call } from '../../../../api/call.ts';
import { isTemplate } from '../../../../components/template-editor/template-words.ts';
import { stepTitle } from '../../../../components/values/step-name.ts';
import { valueTexts } from '../../../../texts/workflows/template-values.ts';
import { builderTexts } from '../../../../texts/workflows/workflow-builder.ts';
import { usePinnedAnswers } from '../../trial/pinned-answers.ts';
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
  const missing = useMissingStep(previewed.source);
  if (!preview) return null;
  if (missing !== undefined) return <Aside text={valueTexts.unknown(stepTitle(missing))} />;
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
  preview: { value, item, pending, problems },
}: {
  preview: ApiResponse<'POST /workflows/:id/preview'>;
}) {
  if (pending.length > 0) return <Aside text={builderTexts.previewPending(pending.map(stepTitle))} />;
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

/** Returns the first step that the template reads but that hasn't run in the sample. Without its output, any result would be wrong. */
function useMissingStep(source: string): string | undefined {
  const { outputs } = useBuilderContext();
  const names = [...source.matchAll(/\bsteps\.(\w+)/g)].map(([, name = '']) => name);
  return names.find((name) => outputs[name] === undefined);
}

/** Returns the template's result, or undefined if there is nothing to preview. Never returns a result for an older version of the text. */
function usePreview({ source, isCondition, loops }: Previewed) {
  const { workflow, sample } = useBuilderContext();
  const { pinned } = usePinnedAnswers(workflow);
  const [settled] = useDebouncedValue(source, waitMs);
  const input = inputOf(sample);
  const isShown = isTemplate(source) && input !== undefined;
  const body = {
    source: settled,
    is_condition: isCondition,
    loops: [...loops],
    input: input ?? { data: {} },
    answers: pinned,
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
