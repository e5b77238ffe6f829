import { Button, Group, JsonInput, Stack, Text } from '@mantine/core';
import { IconPin, IconPinnedOff } from '@tabler/icons-react';
import { useState } from 'react';
import { stepTitle } from '../../../components/values/step-name.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { usePinnedAnswers } from './pinned-answers.ts';

const texts = builderTexts.pinned;

/** The response that an HTTP step gets in tests. The user can edit it. */
export function PinnedAnswer({ workflow, step }: { workflow: number; step: string }) {
  const { pinned, pin, unpin } = usePinnedAnswers(workflow);
  if (!Object.hasOwn(pinned, step)) {
    return (
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {texts.none(stepTitle(step))}
        </Text>
        <Button
          size="xs"
          flex="none"
          variant="default"
          leftSection={<IconPin size={14} />}
          onClick={() => pin(step, { ok: true })}
          aria-label={texts.addTo(stepTitle(step))}
        >
          {texts.add}
        </Button>
      </Group>
    );
  }
  return (
    <Stack gap={6}>
      <BodyInput step={step} body={pinned[step]} onChange={pin} />
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPinnedOff size={14} />}
          onClick={() => unpin(step)}
          aria-label={texts.removeFrom(stepTitle(step))}
        >
          {texts.remove}
        </Button>
      </Group>
    </Stack>
  );
}

function BodyInput({
  step,
  body,
  onChange,
}: {
  step: string;
  body: unknown;
  onChange: (step: string, body: unknown) => void;
}) {
  const [text, setText] = useState(JSON.stringify(body, null, 2));
  const edited = readJson(text);
  // A response that was pinned elsewhere replaces the text.
  if (edited && JSON.stringify(edited.value) !== JSON.stringify(body)) setText(JSON.stringify(body, null, 2));
  const edit = (next: string) => {
    setText(next);
    const read = readJson(next);
    if (read) onChange(step, read.value);
  };
  return (
    <JsonInput
      label={texts.label(stepTitle(step))}
      description={texts.about}
      value={text}
      onChange={edit}
      error={edited ? undefined : texts.wrong}
      autosize
      minRows={2}
      maxRows={12}
    />
  );
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
