import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import type { Workflow } from './use-draft.ts';

const { publish: texts } = builderTexts;

/** Shows what to do next after a workflow was published for the first time. */
export const FirstPublished = ({ workflow: { id, enabled } }: { workflow: Workflow }) => (
  <Alert
    w="100%"
    color={enabled ? 'green' : 'yellow'}
    role="status"
    title={enabled ? texts.firstTitle : texts.firstOff}
  >
    <Stack gap="sm" align="flex-start">
      <Text size="sm">{enabled ? texts.firstText : texts.firstOffText}</Text>
      <Button
        size="xs"
        rightSection={<IconArrowRight size={14} />}
        component={Link}
        to={`/workflows/${id}/triggers`}
      >
        {texts.toListener}
      </Button>
    </Stack>
  </Alert>
);
