import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { homeTexts } from '../../texts/home.ts';
import { sharedTexts } from '../../texts/shared.ts';

/** Shown to users whose role has no access to any page. It tells them whom to ask. */
export function NoAccess() {
  const { data } = useQuery(query('GET /session/administrators', {}));
  return (
    <Text>
      {homeTexts.nothing} {data && sharedTexts.refused.ask(data.names)}
    </Text>
  );
}
