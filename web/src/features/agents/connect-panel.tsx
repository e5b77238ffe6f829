import { Anchor, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Panel } from '../../components/page/panel.tsx';
import { useNarrow } from '../../components/page/use-narrow.ts';
import { CopyText } from '../../components/values/copy-text.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { snippets } from './snippets.ts';

const texts = agentsTexts.connect;
type Program = keyof typeof snippets;
const programs = Object.entries(texts.names).map(([value, label]) => ({ value, label }));

/** The MCP URL, and the configuration for common programs. */
export function ConnectPanel({ address }: { address: string }) {
  const [program, setProgram] = useState<Program>('claude_code');
  const isNarrow = useNarrow();
  const { signIn, token } = snippets[program](address);
  return (
    <Panel title={texts.title} about={texts.about}>
      <CopyText text={address} label={texts.copy} />
      {isNarrow ? (
        <NativeSelect
          aria-label={texts.clients}
          data={programs}
          value={program}
          onChange={({ currentTarget }) => setProgram(currentTarget.value as Program)}
        />
      ) : (
        <SegmentedControl
          aria-label={texts.clients}
          data={programs}
          value={program}
          onChange={(value) => setProgram(value as Program)}
          size="xs"
        />
      )}
      <Stack gap="xs">
        <Text size="sm">{texts.help[program]}</Text>
        {signIn !== undefined && <CopyText text={signIn} />}
        {signIn !== undefined && <Text size="sm">{texts.withToken}</Text>}
        <CopyText text={token} />
      </Stack>
      <Text size="sm" c="dimmed">
        {texts.ways}{' '}
        <Anchor component={Link} to="/apps/api" size="sm" underline="always">
          {texts.toClients}
        </Anchor>
      </Text>
    </Panel>
  );
}
