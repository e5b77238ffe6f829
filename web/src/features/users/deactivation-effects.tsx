import { List, Stack, Text } from '@mantine/core';
import { Name } from '../../components/values/name.tsx';
import { usersTexts } from '../../texts/users.ts';
import type { ViewedUser } from './viewed-user.ts';

const texts = usersTexts.page;

/** Lists what stops working when a user is deactivated. */
export function DeactivationEffects({ viewed: { owns, credentials } }: { viewed: ViewedUser }) {
  const workflows = owns.workflows.filter(({ is_on }) => is_on);
  const active = (kind: ViewedUser['credentials'][number]['kind']) =>
    credentials.filter((one) => one.kind === kind && one.active).length;
  const [keys, clients, apps, sessions] = [
    active('api_key'),
    active('api_client'),
    active('grant'),
    active('session'),
  ];
  const stops = [
    ...(keys > 0 ? [texts.stopsKey] : []),
    ...(clients > 0 ? [texts.stopsClients(clients)] : []),
    ...(apps > 0 ? [texts.stopsApps(apps)] : []),
    ...(sessions > 0 ? [texts.stopsSessions(sessions)] : []),
  ];
  return (
    <Stack gap="xs">
      {workflows.length + stops.length === 0 ? (
        <Text size="sm">{texts.stopsNothing}</Text>
      ) : (
        <>
          <Text size="sm" fw={500}>
            {texts.stops}
          </Text>
          <List size="sm" style={{ overflowWrap: 'anywhere' }}>
            {workflows.length > 0 && (
              <List.Item>
                {texts.stopsWorkflows(workflows.length)}
                <List size="sm" withPadding listStyleType="circle">
                  {workflows.map(({ id, name }) => (
                    <List.Item key={id}>
                      <Name>{name}</Name>
                    </List.Item>
                  ))}
                </List>
              </List.Item>
            )}
            {stops.map((stop) => (
              <List.Item key={stop}>{stop}</List.Item>
            ))}
          </List>
        </>
      )}
      <Text size="sm">
        {texts.stays(owns.leads)} {texts.comesBack}
      </Text>
    </Stack>
  );
}
