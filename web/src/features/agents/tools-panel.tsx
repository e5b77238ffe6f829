import { Group, Stack, Switch, Text } from '@mantine/core';
import type { ApiResponse } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { showFailure } from '../../components/notices/notify.ts';
import { showUndo } from '../../components/notices/undo-toast.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { agentsTexts } from '../../texts/agents.ts';

const texts = agentsTexts.tools;
type Tool = ApiResponse<'GET /agents'>['tools'][number];

/** The tools that agents can use, each with a switch. */
export const ToolsPanel = ({ tools }: { tools: readonly Tool[] }) => (
  <Panel title={texts.title} about={texts.about(tools.filter(({ is_on }) => is_on).length, tools.length)}>
    <Stack gap="sm">
      {tools.map((tool) => (
        <ToolRow key={tool.name} tool={tool} />
      ))}
    </Stack>
  </Panel>
);

function ToolRow({ tool: { name, is_on, needs } }: { tool: Tool }) {
  const change = useChange('PUT /agents/tools/:name', ['GET /agents']);
  const setEnabled = (is_on: boolean) => change.mutateAsync({ params: { name }, body: { is_on } });
  const toggle = () =>
    setEnabled(!is_on).then(
      () => showUndo(texts.switched(name, !is_on), () => setEnabled(is_on)),
      showFailure,
    );
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Stack gap={0} miw={0}>
        <Text size="sm" ff="monospace" fw={500}>
          {name}
        </Text>
        <Text size="sm">{texts.what[name]}</Text>
        <Text size="xs" c="dimmed">
          {needs === null ? texts.needsNothing : texts.needs(needs)}
        </Text>
      </Stack>
      <Switch
        checked={is_on}
        onChange={() => void toggle()}
        disabled={change.isPending}
        aria-label={texts.switchLabel(name)}
      />
    </Group>
  );
}
