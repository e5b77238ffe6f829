import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';

type Kind = 'webhook' | 'schedule' | 'lead' | 'manual';

/** Returns when each kind of trigger last started the workflow, as far as the newest runs show. */
export function useLastStarts(workflow: number): Readonly<Partial<Record<Kind, string>>> | undefined {
  const isAllowed = useMay()('runs.view');
  const { data } = useQuery({ ...query('GET /runs', { query: { workflow } }), enabled: isAllowed });
  if (!data) return undefined;
  const lastOf = (...kinds: string[]) =>
    data.runs.find(({ trigger }) => kinds.includes(trigger))?.accepted_at;
  const found = {
    webhook: lastOf('webhook'),
    schedule: lastOf('schedule'),
    lead: lastOf('lead'),
    manual: lastOf('manual', 'workflow'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, at]) => at !== undefined));
}
