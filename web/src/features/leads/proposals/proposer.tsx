import type { ApiResponse } from '../../../api/call.ts';
import { Name } from '../../../components/values/name.tsx';
import { leadTexts as texts } from '../../../texts/leads/lead.ts';

type Proposed = Pick<ApiResponse<'GET /proposals'>['proposals'][number], 'proposed_by' | 'means'>;

/** Who proposed a change, and through what: "Claude for Ann via AI agent". */
export function Proposer({ proposed_by, means }: Proposed) {
  const via = texts.means[means.type];
  return (
    <span>
      {means.name !== null && (
        <>
          <Name>{means.name}</Name> {texts.actsFor[means.type]}{' '}
        </>
      )}
      <Name>{proposed_by.name}</Name>
      {via && ` ${via}`}
    </span>
  );
}
