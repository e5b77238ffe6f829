import { Anchor, Group, Tabs, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { BackLink } from '../../components/page/back-link.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { builderTexts } from '../../texts/workflows/workflow-builder.ts';
import { DraftConflictModal } from './draft/draft-conflict.tsx';
import { RightsNote } from './draft/rights-note.tsx';
import { type DraftWork, useDraft, type Workflow } from './draft/use-draft.ts';
import { VersionsPanel } from './draft/versions-panel.tsx';
import { WorkflowState } from './list/workflow-state.tsx';
import { WorkflowSettingsPanel } from './settings-panel.tsx';
import { ShownWorkflowSettings } from './shown-settings.tsx';
import { StepsPanel } from './steps-panel.tsx';
import { TryPanel } from './trial/try-panel.tsx';
import { useSample } from './trial/use-sample.ts';
import { type WorkflowTab, workflowTabs } from './workflow-tabs.ts';

const route = getRouteApi('/workflows/$id');

/** One workflow: its steps, test runs, versions, and settings. */
export function WorkflowPage() {
  const { id } = route.useParams();
  // Remount the page for another workflow, so no state of the previous workflow's draft remains.
  return <WorkflowScreen key={id} id={Number(id)} />;
}

function WorkflowScreen({ id }: { id: number }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: workflow } = useSuspenseQuery(query('GET /workflows/:id', { params: { id } }));
  const work = useDraft(workflow);
  const sample = useSampleInUrl(id);
  useUnsavedChanges(work.isDirty, { isKeptAcrossTabs: true });
  const open = (tab: WorkflowTab) => void navigate({ search: { ...search, tab }, replace: true });
  const shown = workflowTabs.filter((tab) => tab !== 'try' || workflow.may_edit);
  const tab = search.tab && shown.includes(search.tab) ? search.tab : 'steps';
  return (
    <PageFrame
      back={<BackLink to="/workflows" label={builderTexts.links.back} />}
      title={workflow.name}
      about={<RightsNote owner={workflow.owner} mayEdit={workflow.may_edit} />}
      actions={<Links id={id} />}
    >
      <Status workflow={workflow} />
      <Tabs value={tab} onChange={(next) => open(next as WorkflowTab)} keepMounted={false}>
        <Tabs.List mb="md" aria-label={builderTexts.tabsLabel}>
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name} px={{ base: 8, xs: 'md' }}>
              {builderTexts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <TabContent tab={name} workflow={workflow} work={work} sample={sample} onOpen={open} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <DraftConflictModal work={work} />
    </PageFrame>
  );
}

/** The status, the published version, and a note for users who can't edit. */
const Status = ({ workflow: { enabled, version, draft, may_edit } }: { workflow: Workflow }) => (
  <>
    <Group gap="sm">
      <WorkflowState enabled={enabled} version={version} hasDraft={draft.is_changed} />
      {version > 0 && (
        <Text size="sm" c="dimmed">
          {builderTexts.version(version)}
        </Text>
      )}
    </Group>
    {!may_edit && <Text size="sm">{builderTexts.readOnly}</Text>}
  </>
);

function TabContent({
  tab,
  workflow,
  work,
  sample,
  onOpen,
}: {
  tab: WorkflowTab;
  workflow: Workflow;
  work: DraftWork;
  sample: ReturnType<typeof useSample>;
  onOpen: (tab: WorkflowTab) => void;
}) {
  switch (tab) {
    case 'steps':
      return <StepsPanel workflow={workflow} work={work} sample={sample} />;
    case 'try':
      return (
        <TryPanel
          workflow={workflow.id}
          steps={work.builder.steps}
          sample={sample.sample}
          onSample={sample.choose}
        />
      );
    case 'versions':
      return (
        <VersionsPanel
          workflow={workflow}
          onRestore={(steps) => {
            work.builder.change(steps);
            onOpen('steps');
          }}
        />
      );
    case 'settings':
      return workflow.may_edit ? (
        <WorkflowSettingsPanel workflow={workflow} />
      ) : (
        <ShownWorkflowSettings workflow={workflow} />
      );
  }
}

/** The run used for previews, which is kept in the URL. */
function useSampleInUrl(workflow: number) {
  const { run, ...rest } = route.useSearch();
  const navigate = route.useNavigate();
  return useSample(workflow, run, (next) => {
    void navigate({ search: next === undefined ? rest : { ...rest, run: next }, replace: true });
  });
}

/** Links to the workflow's webhook, runs, and requests. */
function Links({ id }: { id: number }) {
  const { links } = builderTexts;
  return (
    <Group gap="md">
      <Anchor component={Link} to={`/workflows/${id}/listener`} size="sm">
        {links.listener}
      </Anchor>
      <Anchor component={Link} to="/runs" search={{ workflow: id } as never} size="sm">
        {links.runs}
      </Anchor>
      <Anchor component={Link} to="/requests" search={{ workflow: id } as never} size="sm">
        {links.requests}
      </Anchor>
    </Group>
  );
}
