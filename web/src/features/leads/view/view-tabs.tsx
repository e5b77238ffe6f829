import { Popover, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLayoutKanban, IconPlus, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { query } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.ts';
import { useScrollingRow } from '../../../components/navigation/use-scrolling-row.ts';
import { Loading } from '../../../components/page/loading.tsx';
import { Name } from '../../../components/values/name.tsx';
import { viewTexts } from '../../../texts/leads/views.ts';
import { hasSameLeads, isSameView, type LeadView } from './lead-view.ts';
import { SavedViews } from './saved-views.tsx';
import classes from './view-tabs.module.css';

/** The views as tabs: all leads, the user's own leads, and saved views. */
export function ViewTabs({ view }: { view: LeadView }) {
  const { user, acts } = useSession();
  const row = useScrollingRow();
  const { data } = useQuery(query('GET /lead-views', {}));
  const mine: LeadView = { filters: [{ alias: 'owner_id', operator: 'eq', value: user.id }] };
  const saved = (data?.views ?? []).map(({ id, name, definition }) => ({
    key: String(id),
    name,
    definition: definition as LeadView,
  }));
  const tabs = [
    { key: 'all', name: viewTexts.all, definition: {} as LeadView },
    // Users who see only their own leads don't need a second tab for them.
    ...(acts['leads.view'] === 'all' ? [{ key: 'mine', name: viewTexts.mine, definition: mine }] : []),
    ...saved,
  ];
  // Sorting or the board doesn't leave the view: it still shows the same leads.
  const current =
    tabs.find(({ definition }) => isSameView(definition, view)) ??
    tabs.find(({ definition }) => hasSameLeads(definition, view));
  return (
    <nav ref={row} className={classes.tabs} aria-label={viewTexts.title}>
      <ul className={classes.list}>
        {tabs.map(({ key, name, definition }) => (
          <li key={key}>
            <Link
              to="/leads"
              search={definition}
              className={classes.tab ?? ''}
              // The router marks links whose parameters are a part of the URL's. Here, all must match.
              activeProps={{ 'aria-current': undefined }}
              {...(key === current?.key && { 'aria-current': 'page' as const, 'data-current': true })}
            >
              {definition.layout === 'board' ? (
                <IconLayoutKanban size={16} stroke={1.75} aria-hidden />
              ) : (
                key === 'all' && <IconTable size={16} stroke={1.75} aria-hidden />
              )}
              <Name>{name}</Name>
            </Link>
          </li>
        ))}
      </ul>
      <NewView view={view} />
    </nav>
  );
}

function NewView({ view }: { view: LeadView }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <UnstyledButton className={classes.tab} onClick={toggle} aria-expanded={isOpen}>
          <IconPlus size={16} stroke={1.75} aria-hidden />
          {viewTexts.add}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={viewTexts.add}>
        {isOpen && (
          <Suspense fallback={<Loading />}>
            <SavedViews view={view} onSaved={close} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
