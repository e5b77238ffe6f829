import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { sharedTexts } from '../../texts/shared.ts';

/** Says why the user can't see something, and which administrators can help. */
export function AccessDenied({ reason }: { reason: string }) {
  const { data } = useQuery(query('GET /session/administrators', {}));
  return (
    <>
      <Text>{reason}</Text>
      {data && <Text c="dimmed">{sharedTexts.refused.ask(data.names)}</Text>}
    </>
  );
}
