import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { Panel } from '../../components/page/panel.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { homeTexts } from '../../texts/home.ts';

const texts = homeTexts.failing;

/** Workflows whose latest runs failed. */
export const FailingPanel = ({ failing }: { failing: ApiResponse<'GET /home'>['failing'] }) => (
  <Panel title={texts.title} about={texts.about}>
    {failing.length === 0 ? (
      <Text size="sm">{texts.none}</Text>
    ) : (
      <Stack gap="xs">
        {failing.map(({ id, name, since }) => (
          <Group key={id} justify="space-between" gap="sm">
            <Text size="sm" component="div">
              <Text span fw={500} size="sm">
                <Name>{name}</Name>
              </Text>{' '}
              {texts.since} <Moment at={since} />
            </Text>
            <Anchor
              size="sm"
              aria-label={texts.show(name)}
              renderRoot={(props) => (
                <Link to="/runs" search={{ workflow: id, status: 'failed' as const }} {...props} />
              )}
            >
              {texts.link}
            </Anchor>
          </Group>
        ))}
      </Stack>
    )}
  </Panel>
);
