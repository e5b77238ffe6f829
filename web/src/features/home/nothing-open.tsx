import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { homeTexts } from '../../texts/home.ts';
import { sharedTexts } from '../../texts/shared.ts';

/** For a role that has no screen of its own: whom to ask for one. */
export function NothingOpen() {
  const { data } = useQuery(query('GET /session/administrators', {}));
  return (
    <Text>
      {homeTexts.nothing} {data && sharedTexts.refused.ask(data.names)}
    </Text>
  );
}
