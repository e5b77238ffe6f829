import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconBook2, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { type Guide, guides, guideUrl } from '../../texts/guides.ts';
import { shellTexts } from '../../texts/shell.ts';
import { tableTexts } from '../../texts/table.ts';
import { allowedBy, allPages, areas } from '../navigation.ts';
import classes from './command-palette.module.css';
import { paletteStore, selectFirstResult } from './palette.ts';
import { usePaletteActions } from './palette-actions.tsx';
import { useSearchResults } from './use-search-results.tsx';

const classNames = {
  search: classes.search ?? '',
  actionsList: classes.list ?? '',
  actionsGroup: classes.group ?? '',
  action: classes.action ?? '',
  actionLabel: classes.label ?? '',
  actionSection: classes.section ?? '',
  footer: classes.foot ?? '',
};

interface Group {
  readonly group: string;
  readonly actions: readonly SpotlightActionData[];
}

/** The search dialog, opened with Ctrl+K. It finds pages, actions, workflows, leads, runs and guides. */
export function CommandPalette() {
  const session = useSession();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const pages: SpotlightActionData[] = allPages
    .filter(allowedBy(session))
    .map(({ to, label, icon: Icon }) => ({
      id: to,
      label,
      leftSection: <Icon size={18} stroke={1.6} />,
      rightSection: areas.find(({ path }) => to.startsWith(`${path}/`))?.label,
      onClick: () => void navigate({ to }),
    }));
  const { actions, leave } = usePaletteActions();
  const { runs, workflows, leads, isSearching } = useSearchResults(query);
  const isTyping = query.trim() !== '';
  const own: Group[] = [
    { group: shellTexts.actions.title, actions: actions.filter(hasNameLike(query)) },
    { group: shellTexts.places, actions: pages.filter(hasNameLike(query)) },
  ];
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={['mod + K']}
      scrollable
      maxHeight={480}
      overlayProps={{ blur: 0 }}
      attributes={{ content: { 'aria-label': shellTexts.search } }}
      classNames={classNames}
    >
      <Spotlight.Search
        aria-label={shellTexts.search}
        placeholder={shellTexts.searchHelp}
        leftSection={<IconSearch size={18} stroke={1.6} />}
      />
      <Results
        groups={[
          // Typed words usually name a page: "runs" opens the list, not an action for runs.
          ...(isTyping ? own.toReversed() : own),
          { group: shellTexts.pages.runs, actions: runs },
          { group: shellTexts.pages.workflows, actions: workflows },
          { group: shellTexts.pages.leads, actions: leads },
          { group: shellTexts.guides, actions: isTyping ? guideActions.filter(hasNameLike(query)) : [] },
          { group: shellTexts.account, actions: [leave].filter(hasNameLike(query)) },
        ].filter(({ actions: found }) => found.length > 0)}
        nothingFound={isSearching ? shellTexts.looking : shellTexts.nothingFound}
      />
      <Spotlight.Footer>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {tableTexts.keys.move}
        </span>
        <span>
          <kbd>{tableTexts.keys.enter}</kbd> {tableTexts.keys.open}
        </span>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

function Results({ groups, nothingFound }: { groups: readonly Group[]; nothingFound: string }) {
  // The dialog opens with a list, and results from the server arrive later. Each new list needs a selected row.
  useEffect(selectFirstResult);
  return groups.length === 0 ? (
    <Spotlight.Empty>{nothingFound}</Spotlight.Empty>
  ) : (
    <Spotlight.ActionsList>
      {groups.map(({ group, actions }) => (
        <Spotlight.ActionsGroup key={group} label={group}>
          {actions.map(({ id, ...action }) => (
            <Spotlight.Action key={id} highlightQuery {...action} />
          ))}
        </Spotlight.ActionsGroup>
      ))}
    </Spotlight.ActionsList>
  );
}

const guideActions = Object.entries(guides).map(([path, title]) => ({
  id: `guide ${path}`,
  label: title,
  leftSection: <IconBook2 size={18} stroke={1.6} />,
  onClick: () => void window.open(guideUrl(path as Guide), '_blank', 'noreferrer'),
}));

/** Matches labels that contain all typed words. */
const hasNameLike =
  (query: string) =>
  ({ label = '' }: SpotlightActionData) =>
    query
      .toLowerCase()
      .split(/\s+/)
      .every((word) => label.toLowerCase().includes(word));
