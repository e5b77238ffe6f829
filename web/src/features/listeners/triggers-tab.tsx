import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { SideTabs } from '../../components/navigation/tab-links.tsx';
import { listenersTexts as texts } from '../../texts/listeners/listeners.ts';
import { TriggerList } from '../workflows/triggers/trigger-list.tsx';
import { Snippets } from './calling/snippets.tsx';
import { UrlPanel } from './calling/url-panel.tsx';
import { CeilingPanel } from './ceiling-panel.tsx';
import type { ShownListener } from './listener.ts';
import { readTriggersSearch, type TriggerPart, type TriggersSearch, triggerParts } from './search.ts';
import { BothProtections } from './settings/both-protections.tsx';
import { ListenerSettingsPanel } from './settings/settings-panel.tsx';
import { ShownListenerSettings } from './settings/shown-settings.tsx';
import { BrowserTester } from './testing/browser-tester.tsx';
import { SignatureDebugger } from './testing/signature-debugger.tsx';
import { TestRequest } from './testing/test-request.tsx';
import { TokenDebugger } from './testing/token-debugger.tsx';
import { TokenMaker } from './testing/token-maker.tsx';

const route = getRouteApi('/workflows/$id/triggers');

/** A workflow's webhook, with its URL, its settings and tools to test it, and the workflow's other triggers. */
export function TriggersTab() {
  const id = Number(route.useParams().id);
  const search = readTriggersSearch(route.useSearch());
  const { tab: requested = 'call' } = search;
  const navigate = route.useNavigate();
  const { data: listener } = useSuspenseQuery(query('GET /workflows/:id/listener', { params: { id } }));
  const { settings, may_edit } = listener;
  const shown = triggerParts.filter((name) => may_edit || !['tokens', 'signatures'].includes(name));
  // A link to a part that the user can't see opens the first one.
  const part = shown.includes(requested) ? requested : 'call';
  return (
    <Stack gap="md">
      <TriggerList listener={listener} />
      <SideTabs
        title={texts.webhook}
        label={texts.tabsLabel}
        links={shown.map((name) => ({
          to: `/workflows/${id}/triggers`,
          search: name === 'call' ? {} : { tab: name },
          label: texts.tabs[name],
          isCurrent: name === part,
        }))}
      >
        {settings.add_authentication && settings.allow_cors && (
          <BothProtections
            isWhole={part === 'call' || part === 'settings'}
            {...(part === 'browsers' ? {} : { onShow: () => void navigate({ search: { tab: 'browsers' } }) })}
          />
        )}
        <Part part={part} listener={listener} search={search} />
      </SideTabs>
    </Stack>
  );
}

function Part({
  part,
  listener,
  search,
}: {
  part: TriggerPart;
  listener: ShownListener;
  search: TriggersSearch;
}) {
  switch (part) {
    case 'call':
      return (
        <>
          <UrlPanel listener={listener} />
          <Snippets listener={listener} />
          {listener.may_edit && <TestRequest listener={listener} />}
        </>
      );
    case 'settings':
      return (
        <>
          {listener.may_edit ? (
            <ListenerSettingsPanel listener={listener} />
          ) : (
            <ShownListenerSettings listener={listener} />
          )}
          <CeilingPanel workflow={listener.workflow.id} />
        </>
      );
    case 'tokens':
      return (
        <>
          <TokenMaker listener={listener} />
          <TokenDebugger listener={listener} rejected={search} />
        </>
      );
    case 'signatures':
      return <SignatureDebugger listener={listener} rejected={search} />;
    case 'browsers':
      return <BrowserTester listener={listener} origin={search.origin} />;
  }
}
