import { ActionIcon, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { secretsTexts as texts } from '../../texts/secrets.ts';
import type { Secret } from './secret.ts';

/** A secret, its last change, and where it is used. */
export const SecretRow = ({
  secret: { name, hosts, changed, uses },
  onReplace,
  onRemove,
}: {
  secret: Secret;
  onReplace: () => void;
  onRemove: () => void;
}) => (
  <Paper withBorder p="sm">
    <Group justify="space-between" align="flex-start" gap="xs">
      <Stack gap={2} miw={0} flex="1 1 240px">
        <Text fw={500}>{name}</Text>
        {hosts.length > 0 && <Text size="sm">{texts.onlyTo(hosts.join(', '))}</Text>}
        {changed && (
          <Text size="sm" c="dimmed" component="div">
            {texts.changed} <Moment at={changed.at} />{' '}
            {texts.by(escapeBidi(changed.user?.name ?? texts.operator))}
          </Text>
        )}
        <Uses uses={uses} />
      </Stack>
      <Group gap="xs" wrap="nowrap">
        <Button size="xs" variant="default" aria-label={texts.replaceLabel(name)} onClick={onReplace}>
          {texts.replace}
        </Button>
        <ActionIcon variant="subtle" color="red" aria-label={texts.remove(name)} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </Group>
  </Paper>
);

/** Lists the workflows that use a secret, and the steps and settings that use it. */
export function Uses({ uses }: { uses: Secret['uses'] }) {
  if (uses.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.unused}
      </Text>
    );
  const workflows = new Map(uses.map(({ workflow }) => [workflow.id, workflow.name]));
  return [...workflows].map(([id, workflow]) => (
    <Text size="sm" key={id} component="div">
      {texts.usedIn}{' '}
      <Anchor component={Link} to={`/workflows/${id}`} size="sm" underline="always">
        <Name>{workflow}</Name>
      </Anchor>
      {': '}
      {uses
        .filter((use) => use.workflow.id === id)
        .map(useText)
        .join(', ')}
    </Text>
  ));
}

function useText({ place, name }: Secret['uses'][number]): string {
  if (place === 'listener') return texts.listener(texts.settings[name] ?? name);
  return place === 'draft' ? texts.draft(name) : texts.step(name);
}
