import { Group, Stack, Switch, Text } from '@mantine/core';
import type { Answer } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { tellFailure } from '../../components/notices/notify.ts';
import { tellUndo } from '../../components/notices/undo-toast.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { agentsTexts } from '../../texts/agents.ts';

const texts = agentsTexts.tools;
type Tool = Answer<'GET /agents'>['tools'][number];

/** What agents are offered; what each does and needs. */
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
  const turn = (is_on: boolean) => change.mutateAsync({ params: { name }, body: { is_on } });
  const toggle = () =>
    turn(!is_on).then(() => tellUndo(texts.switched(name, !is_on), () => turn(is_on)), tellFailure);
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Stack gap={0} miw={0}>
        <Text size="sm" ff="monospace" fw={600}>
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
