import { Anchor, Badge, Box, Group, Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { DataBlock } from '../../components/values/data-block.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { agentsTexts } from '../../texts/agents.ts';

const texts = agentsTexts.calls;
type Call = ApiResponse<'GET /agents/calls'>['calls'][number];

/** A tool call with its user, client, arguments and outcome. */
export const CallRow = ({ call }: { call: Call }) => (
  <Paper withBorder p="sm">
    <Group justify="space-between" gap="xs">
      <Group gap="xs">
        <Text size="sm" ff="monospace" fw={500}>
          {call.tool}
        </Text>
        <Badge variant={call.outcome === 'ok' ? 'default' : 'outline'} color="red">
          {outcomeOf(call.outcome)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" component="div">
        <Moment at={call.at} />
      </Text>
    </Group>
    <Text size="sm" c="dimmed">
      <Anchor
        underline="always"
        size="sm"
        title={texts.onlyUser}
        renderRoot={(props) => <Link to="/apps/agents" search={{ user: call.user.id }} {...props} />}
      >
        <Name>{call.user.name}</Name>
      </Anchor>{' '}
      {texts.by(call.client.name === '' ? texts.unnamed : escapeBidi(call.client.name))}
      {call.duration_ms !== null && ` · ${texts.took(call.duration_ms, call.result_bytes ?? 0)}`}
      {call.leads.length > 0 && ` · ${texts.leads(call.leads.length)}`}
    </Text>
    {call.error !== null && (
      <Text size="sm" mt={4}>
        {escapeBidi(call.error)}
      </Text>
    )}
    <Box mt="xs">
      <DataBlock value={call.arguments} label={texts.arguments} />
    </Box>
  </Paper>
);

/** Describes a call's outcome. For a failed call, this is the error code in readable form. */
function outcomeOf(outcome: string | null): string {
  if (outcome === null) return texts.lost;
  if (outcome === 'ok') return texts.endings.well;
  const words = outcome.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
