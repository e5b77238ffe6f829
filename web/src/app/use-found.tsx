import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import { IconBolt, IconRoute, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { query } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { shownText } from '../components/values/shown-text.ts';
import { shellTexts } from '../texts/shell.ts';

const typingMs = 200;
/** One letter finds too much to be of use. */
const shortest = 2;
const mostLeads = 7;
const mostWorkflows = 5;
const runId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const look = { size: 18, stroke: 1.6 };

/** What the server knows by the letters that were typed: workflows, leads, and the run that has this id. */
export function useFound(typed: string) {
  const may = useMay();
  const navigate = useNavigate();
  const now = typed.trim();
  const [search] = useDebouncedValue(now, typingMs);
  const isWanted = search.length >= shortest && now.length >= shortest;
  const leads = useQuery({
    ...query('POST /leads/search', { body: { search, order: '-id' } }),
    enabled: isWanted && may('leads.view'),
    placeholderData: keepPreviousData,
  });
  const workflows = useQuery({
    ...query('GET /workflows', { query: { search } }),
    enabled: isWanted && may('workflows.view'),
    placeholderData: keepPreviousData,
  });
  const found: Record<'runs' | 'workflows' | 'leads', (SpotlightActionData & { onClick: () => void })[]> = {
    runs: [],
    workflows: [],
    leads: [],
  };
  if (runId.test(now) && may('runs.view'))
    found.runs.push({
      id: `run ${now}`,
      label: shellTexts.runOf(now),
      leftSection: <IconBolt {...look} />,
      onClick: () => void navigate({ to: '/runs/$id', params: { id: now.toLowerCase() } }),
    });
  for (const { id, name } of isWanted ? (workflows.data?.workflows ?? []).slice(0, mostWorkflows) : [])
    found.workflows.push({
      id: `workflow ${id}`,
      label: shownText(name),
      leftSection: <IconRoute {...look} />,
      onClick: () => void navigate({ to: '/workflows/$id', params: { id: String(id) } }),
    });
  for (const lead of isWanted ? (leads.data?.leads ?? []).slice(0, mostLeads) : [])
    found.leads.push({
      id: `lead ${lead.id}`,
      label: shownText(nameOf(lead)),
      description: shownText([lead.company, lead.email].filter(Boolean).join(' · ')),
      leftSection: <IconUser {...look} />,
      onClick: () => void navigate({ to: '/leads/$id', params: { id: String(lead.id) } }),
    });
  return { ...found, isLooking: leads.isFetching || workflows.isFetching || now !== search };
}

function nameOf(lead: Record<string, unknown>): string {
  const words = [lead.first_name, lead.last_name].filter(Boolean).join(' ');
  return words || String(lead.email ?? lead.company ?? shellTexts.leadNumber(Number(lead.id)));
}
