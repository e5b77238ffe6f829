import { Anchor, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useChange } from '../../api/queries.ts';
import { DeleteButton } from '../../components/dialogs/delete-button.tsx';
import { Name } from '../../components/values/name.tsx';
import { usersTexts } from '../../texts/users.ts';
import type { ViewedUser } from './viewed-user.ts';

const texts = usersTexts.remove;

/** Deletes a user who doesn't own any workflows (spec/rest-api §7.4). The user's name stays in the history. */
export function DeleteUser({ viewed: { user, owns, credentials } }: { viewed: ViewedUser }) {
  const remove = useChange('DELETE /users/:id');
  const isBlocked = owns.workflows.length > 0;
  return (
    <DeleteButton
      label={texts.button}
      title={texts.title(user.name)}
      done={texts.done(user.name)}
      list={{ to: '/settings/users', stale: ['GET /users', 'GET /roles'] }}
      isBlocked={isBlocked}
      onDelete={() => remove.mutateAsync({ params: { id: user.id } })}
    >
      {isBlocked ? (
        <Stack gap="xs">
          <Text size="sm">{texts.ownsWorkflows}</Text>
          <List size="sm" style={{ overflowWrap: 'anywhere' }}>
            {owns.workflows.map(({ id, name }) => (
              <List.Item key={id}>
                <Anchor component={Link} to={`/workflows/${id}`} size="sm" underline="always">
                  <Name>{name}</Name>
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Stack>
      ) : (
        <Stack gap="xs">
          <Text size="sm">{texts.credentials(credentials.length)}</Text>
          <Text size="sm">{texts.leads(owns.leads)}</Text>
          <Text size="sm">{texts.stays}</Text>
        </Stack>
      )}
    </DeleteButton>
  );
}
