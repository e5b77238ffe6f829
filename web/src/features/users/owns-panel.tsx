import { Anchor, Badge, Group, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/page/panel.tsx';
import { Name } from '../../components/values/name.tsx';
import { usersTexts } from '../../texts/users.ts';
import type { ViewedUser } from './viewed-user.ts';

const texts = usersTexts.page;

/** Shows how many leads the user owns, and which workflows run as the user. */
export const OwnsPanel = ({ viewed: { owns } }: { viewed: ViewedUser }) => (
  <Panel title={texts.owns}>
    <Text size="sm">
      {texts.leads(owns.leads)} · {texts.workflows(owns.workflows.length)}
    </Text>
    {owns.workflows.length > 0 && (
      <List size="sm" spacing={6}>
        {owns.workflows.map(({ id, name, is_on }) => (
          <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
            <Group gap="xs">
              <Anchor component={Link} to={`/workflows/${id}`} size="sm">
                <Name>{name}</Name>
              </Anchor>
              {!is_on && <Badge variant="default">{texts.workflowOff}</Badge>}
            </Group>
          </List.Item>
        ))}
      </List>
    )}
  </Panel>
);
