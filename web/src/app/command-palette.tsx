import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconSearch, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { query } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { shellTexts } from '../texts/shell.ts';
import { settingPlaces, workPlaces } from './navigation.ts';

const typingMs = 200;
/** One letter finds too much to be of use. */
const shortest = 2;
const mostLeads = 7;

/** Ctrl-K: goes anywhere by a few letters, and finds leads by theirs. */
export function CommandPalette() {
  const may = useMay();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const places: SpotlightActionData[] = [...workPlaces, ...settingPlaces]
    .filter(({ act }) => act === undefined || may(act))
    .map(({ to, label, icon: Icon }) => ({
      id: to,
      label,
      leftSection: <Icon size={18} stroke={1.6} />,
      onClick: () => void navigate({ to }),
    }));
  const { leads, isLooking } = useFoundLeads(typed);
  const found = leads.map(({ id, label, description }) => ({
    id: `lead ${id}`,
    label,
    description,
    leftSection: <IconUser size={18} stroke={1.6} />,
    onClick: () => void navigate({ to: '/leads/$id', params: { id: String(id) } }),
  }));
  // What the server finds comes after the keys: nothing is chosen yet, and Enter means the first of it.
  const openFirst = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter' || document.querySelector('[data-action][data-selected]')) return;
    found[0]?.onClick();
    if (found[0]) spotlight.close();
  };
  return (
    <Spotlight
      query={typed}
      onQueryChange={setTyped}
      actions={[
        { group: shellTexts.places, actions: places.filter(isCalled(typed)) },
        { group: shellTexts.foundLeads, actions: found },
      ].filter(({ actions }) => actions.length > 0)}
      // Places are found by their names; which leads are found, the server has said.
      filter={(_, actions) => actions}
      shortcut={['mod + K']}
      nothingFound={isLooking ? shellTexts.looking : shellTexts.nothingFound}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        onKeyDown: openFirst,
        'aria-label': shellTexts.search,
        placeholder: shellTexts.searchHelp,
        leftSection: <IconSearch size={18} stroke={1.6} />,
      }}
    />
  );
}

const isCalled =
  (typed: string) =>
  ({ label = '' }: SpotlightActionData) =>
    label.toLowerCase().includes(typed.trim().toLowerCase());

function useFoundLeads(typed: string) {
  const may = useMay();
  const [search] = useDebouncedValue(typed.trim(), typingMs);
  const isWanted = may('leads.view') && search.length >= shortest;
  const { data, isFetching } = useQuery({
    ...query('POST /leads/search', { body: { search, order: '-id' } }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const leads = isWanted && typed.trim().length >= shortest ? (data?.leads ?? []) : [];
  return {
    isLooking: isFetching || typed.trim() !== search,
    leads: leads.slice(0, mostLeads).map((lead) => {
      const words = [lead.first_name, lead.last_name].filter(Boolean).join(' ');
      return {
        id: Number(lead.id),
        label: words || String(lead.email ?? lead.company ?? shellTexts.leadNumber(Number(lead.id))),
        description: [lead.company, lead.email].filter(Boolean).join(' · '),
      };
    }),
  };
}
