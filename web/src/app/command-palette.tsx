import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useMay } from '../api/session.ts';
import { shellTexts } from '../texts/shell.ts';
import { allowedBy, allPages } from './navigation.ts';
import { useSearchResults } from './use-search-results.tsx';

/** The search dialog, opened with Ctrl+K. It finds pages, workflows, leads and runs. */
export function CommandPalette() {
  const may = useMay();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const pages: SpotlightActionData[] = allPages.filter(allowedBy(may)).map(({ to, label, icon: Icon }) => ({
    id: to,
    label,
    leftSection: <Icon size={18} stroke={1.6} />,
    onClick: () => void navigate({ to }),
  }));
  const { runs, workflows, leads, isSearching } = useSearchResults(query);
  // Server results arrive after the user has typed, so none of them is selected yet. Let Enter open the first one.
  const openFirst = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter' || document.querySelector('[data-action][data-selected]')) return;
    const [first] = [...runs, ...workflows, ...leads];
    first?.onClick();
    if (first) spotlight.close();
  };
  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      actions={[
        { group: shellTexts.places, actions: pages.filter(hasNameLike(query)) },
        { group: shellTexts.pages.runs, actions: runs },
        { group: shellTexts.pages.workflows, actions: workflows },
        { group: shellTexts.pages.leads, actions: leads },
      ].filter(({ actions }) => actions.length > 0)}
      // The actions are already filtered: pages by name, everything else by the server.
      filter={(_, actions) => actions}
      shortcut={['mod + K']}
      nothingFound={isSearching ? shellTexts.looking : shellTexts.nothingFound}
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

const hasNameLike =
  (query: string) =>
  ({ label = '' }: SpotlightActionData) =>
    label.toLowerCase().includes(query.trim().toLowerCase());
