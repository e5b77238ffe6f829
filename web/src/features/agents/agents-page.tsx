import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { CallsPanel } from './calls-panel.tsx';
import { ConnectPanel } from './connect-panel.tsx';
import { DoctorPanel } from './doctor-panel.tsx';
import { ToolsPanel } from './tools-panel.tsx';

/** The page for connecting AI agents, choosing their tools, and viewing their calls. */
export function AgentsPage() {
  const { data } = useSuspenseQuery(query('GET /agents', {}));
  const may = useMay();
  return (
    <PageFrame isNarrow title={agentsTexts.title} about={agentsTexts.about} guide="agents.md">
      <Stack gap="md">
        <ConnectPanel address={data.address} />
        <DoctorPanel />
        <ToolsPanel tools={data.tools} />
        {may('audit.view') && <CallsPanel />}
      </Stack>
    </PageFrame>
  );
}
