import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import { IconBolt, IconRoute, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { shellTexts } from '../../texts/shell.ts';

const typingMs = 200;
/** The minimum length of a search. A single letter has too many matches to be useful. */
const shortest = 2;
const maxLeads = 7;
const maxWorkflows = 5;
const runId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const iconStyle = { size: 18, stroke: 1.6 };

/** Returns the server's results for the typed text: workflows, leads, and, if the text is a run ID, that run. */
export function useSearchResults(typed: string) {
  const may = useMay();
  const navigate = useNavigate();
  const current = typed.trim();
  const [search] = useDebouncedValue(current, typingMs);
  const isLongEnough = search.length >= shortest && current.length >= shortest;
  const leads = useQuery({
    ...query('POST /leads/search', { body: { search, order: '-id' } }),
    enabled: isLongEnough && may('leads.view'),
    placeholderData: keepPreviousData,
  });
  const workflows = useQuery({
    ...query('GET /workflows', { query: { search } }),
    enabled: isLongEnough && may('workflows.view'),
    placeholderData: keepPreviousData,
  });
  const found: Record<'runs' | 'workflows' | 'leads', (SpotlightActionData & { onClick: () => void })[]> = {
    runs: [],
    workflows: [],
    leads: [],
  };
  if (runId.test(current) && may('runs.view'))
    found.runs.push({
      id: `run ${current}`,
      label: shellTexts.runOf(current),
      leftSection: <IconBolt {...iconStyle} />,
      onClick: () => void navigate({ to: '/runs/$id', params: { id: current.toLowerCase() } }),
    });
  for (const { id, name } of isLongEnough ? (workflows.data?.workflows ?? []).slice(0, maxWorkflows) : [])
    found.workflows.push({
      id: `workflow ${id}`,
      label: escapeBidi(name),
      leftSection: <IconRoute {...iconStyle} />,
      onClick: () => void navigate({ to: '/workflows/$id', params: { id: String(id) } }),
    });
  for (const lead of isLongEnough ? (leads.data?.leads ?? []).slice(0, maxLeads) : [])
    found.leads.push({
      id: `lead ${lead.id}`,
      label: escapeBidi(nameOf(lead)),
      description: escapeBidi([lead.company, lead.email].filter(Boolean).join(' · ')),
      leftSection: <IconUser {...iconStyle} />,
      onClick: () => void navigate({ to: '/leads/$id', params: { id: String(lead.id) } }),
    });
  return { ...found, isSearching: leads.isFetching || workflows.isFetching || current !== search };
}

function nameOf(lead: Record<string, unknown>): string {
  const words = [lead.first_name, lead.last_name].filter(Boolean).join(' ');
  return words || String(lead.email ?? lead.company ?? shellTexts.leadNumber(Number(lead.id)));
}
