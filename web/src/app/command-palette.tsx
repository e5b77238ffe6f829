import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useMay } from '../api/session.ts';
import { shellTexts } from '../texts/shell.ts';
import { allPlaces } from './navigation.ts';
import { useFound } from './use-found.tsx';

/** Ctrl-K: goes anywhere by a few letters, and finds workflows, leads and runs by theirs. */
export function CommandPalette() {
  const may = useMay();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const places: SpotlightActionData[] = allPlaces
    .filter(({ act }) => act === undefined || may(act))
    .map(({ to, label, icon: Icon }) => ({
      id: to,
      label,
      leftSection: <Icon size={18} stroke={1.6} />,
      onClick: () => void navigate({ to }),
    }));
  const { runs, workflows, leads, isLooking } = useFound(typed);
  // What the server finds comes after the keys: nothing is chosen yet, and Enter means the first of it.
  const openFirst = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter' || document.querySelector('[data-action][data-selected]')) return;
    const [first] = [...runs, ...workflows, ...leads];
    first?.onClick();
    if (first) spotlight.close();
  };
  return (
    <Spotlight
      query={typed}
      onQueryChange={setTyped}
      actions={[
        { group: shellTexts.places, actions: places.filter(isCalled(typed)) },
        { group: shellTexts.pages.runs, actions: runs },
        { group: shellTexts.pages.workflows, actions: workflows },
        { group: shellTexts.pages.leads, actions: leads },
      ].filter(({ actions }) => actions.length > 0)}
      // Places are found by their names; what else is found, the server has said.
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
