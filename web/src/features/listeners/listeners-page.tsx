import { Anchor, Group, Stack, Tabs, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { StateChip } from '../../components/chips/state-chip.tsx';
import { WorkflowSwitch } from '../../components/fields/workflow-switch.tsx';
import { BackLink } from '../../components/page/back-link.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { listenersTexts as texts } from '../../texts/listeners.ts';
import { CallPanel } from './calling/call-panel.tsx';
import { CeilingPanel } from './ceiling-panel.tsx';
import type { ShownListener } from './listener.ts';
import { type ListenerTab, listenerPlace, listenerTabs } from './search.ts';
import { BothProtections } from './settings/both-protections.tsx';
import { ListenerSettingsPanel } from './settings/settings-panel.tsx';
import { ShownListenerSettings } from './settings/shown-settings.tsx';
import { BrowserTester } from './testing/browser-tester.tsx';
import { TestRequest } from './testing/test-request.tsx';
import { TokenDebugger } from './testing/token-debugger.tsx';
import { TokenMaker } from './testing/token-maker.tsx';

/** A workflow's webhook page, with the webhook's URL, its settings, and tools to test it. */
export function ListenersPage() {
  const { id } = listenerPlace.useParams();
  const { tab: requested = 'call' } = listenerPlace.useSearch();
  const navigate = listenerPlace.useNavigate();
  const { data: listener } = useSuspenseQuery(query('GET /workflows/:id/listener', { params: { id } }));
  const { workflow, settings, may_edit, is_switched_on } = listener;
  const open = (next: string | null) => void navigate({ search: { tab: next as ListenerTab } });
  const shown = listenerTabs.filter((name) => name !== 'tokens' || may_edit);
  // A link to a tab that the user can't see opens the first tab.
  const tab = shown.includes(requested) ? requested : 'call';
  return (
    <PageFrame
      back={<BackLink to={`/workflows/${workflow.id}`} label={texts.toWorkflow} />}
      title={texts.title(workflow.name)}
      about={<ListenerHead listener={listener} />}
      actions={<ListenerActions listener={listener} />}
    >
      {!is_switched_on && <Text size="sm">{texts.offHelp}</Text>}
      {settings.add_authentication && settings.allow_cors && (
        <BothProtections
          isWhole={tab === 'call' || tab === 'settings'}
          {...(tab === 'browsers' ? {} : { onShow: () => open('browsers') })}
        />
      )}
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List aria-label={texts.tabsLabel}>
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name} px={{ base: 8, xs: 'md' }}>
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((name) => (
          <Tabs.Panel key={name} value={name} pt="lg">
            <Stack gap="lg">
              <TabContent tab={name} listener={listener} />
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </PageFrame>
  );
}

const ListenerHead = ({ listener }: { listener: ShownListener }) => (
  <Group gap="xs">
    {/* Users who can edit the workflow see the switch instead. */}
    {!listener.may_edit && (
      <StateChip tone={listener.is_switched_on ? 'good' : 'off'}>
        {listener.is_switched_on ? texts.isOn : texts.isOff}
      </StateChip>
    )}
    <span>{texts.about}</span>
    <span>{texts.runsAs(listener.workflow.owner)}</span>
  </Group>
);

const ListenerActions = ({ listener }: { listener: ShownListener }) => (
  <Group gap="md">
    {listener.may_edit && (
      <WorkflowSwitch workflow={listener.workflow.id} checked={listener.is_switched_on} />
    )}
    <Anchor component={Link} to="/requests" search={{ workflow: listener.workflow.id } as never} size="sm">
      {texts.toRequests}
    </Anchor>
  </Group>
);

function TabContent({ tab, listener }: { tab: ListenerTab; listener: ShownListener }) {
  switch (tab) {
    case 'call':
      return (
        <>
          <CallPanel listener={listener} />
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
          <TokenDebugger listener={listener} />
        </>
      );
    case 'browsers':
      return <BrowserTester listener={listener} />;
  }
}
