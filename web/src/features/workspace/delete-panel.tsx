import { Stack, Text, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../api/queries.ts';
import { Panel } from '../../components/page/panel.tsx';
import { CopyText } from '../../components/values/copy-text.tsx';
import { workspaceTexts } from '../../texts/workspace.ts';

const texts = workspaceTexts.delete;

/** Shows how to delete the workspace, once the user has typed its name. */
export function DeletePanel() {
  const { data } = useSuspenseQuery(query('GET /workspace', {}));
  const [typed, setTyped] = useState('');
  const { name, base_url } = data;
  return (
    <Panel title={texts.title} about={texts.about} isDangerous>
      <TextInput
        label={texts.name(name)}
        value={typed}
        autoComplete="off"
        maw={420}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div role="status">
        {typed === name && (
          <Stack gap="xs">
            <Text size="sm">{texts.suspend}</Text>
            <CopyText text={texts.suspendCommand(base_url)} />
            <Text size="sm">{texts.remove}</Text>
            <CopyText text={texts.removeCommand(base_url, name)} />
          </Stack>
        )}
      </div>
    </Panel>
  );
}
