import { Text, VisuallyHidden } from '@mantine/core';
import type { ApiResponse } from '../../../api/call.ts';
import { Name } from '../../../components/values/name.tsx';
import { leadTexts as texts } from '../../../texts/leads/lead.ts';

type Proposed = Pick<ApiResponse<'GET /proposals'>['proposals'][number], 'proposed_by' | 'means'>;

/** Who proposed a change: "Claude for Ann". The tooltip says through what: "via AI agent". */
export function Proposer({ proposed_by, means }: Proposed) {
  const via = texts.means[means.type];
  return (
    <span title={via}>
      {means.name === null ? (
        <Name>{proposed_by.name}</Name>
      ) : (
        <>
          <Name>{means.name}</Name>{' '}
          <Text span inherit c="dimmed">
            {texts.actsFor[means.type]} <Name>{proposed_by.name}</Name>
          </Text>
        </>
      )}
      {via && <VisuallyHidden> {via}</VisuallyHidden>}
    </span>
  );
}
