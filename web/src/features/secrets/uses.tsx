import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Name } from '../../components/values/name.tsx';
import { stepTitle } from '../../components/values/step-name.ts';
import { secretsTexts as texts } from '../../texts/secrets/secrets.ts';
import type { Secret } from './secret.ts';

/** Lists the workflows that use a secret, and the steps and settings that use it. */
export function Uses({ uses }: { uses: Secret['uses'] }) {
  if (uses.length === 0)
    return (
      <Text inherit c="dimmed">
        {texts.unused}
      </Text>
    );
  const workflows = new Map(uses.map(({ workflow }) => [workflow.id, workflow.name]));
  return [...workflows].map(([id, workflow]) => (
    <div key={id}>
      <Anchor
        inherit
        renderRoot={(props) => <Link to="/workflows/$id" params={{ id: String(id) }} {...props} />}
      >
        <Name>{workflow}</Name>
      </Anchor>
      {': '}
      {uses
        .filter((use) => use.workflow.id === id)
        .map(useText)
        .join(', ')}
    </div>
  ));
}

function useText({ place, name }: Secret['uses'][number]): string {
  if (place === 'listener') return texts.listener(texts.settings[name] ?? name);
  const step = stepTitle(name);
  return place === 'draft' ? texts.draft(step) : step;
}
