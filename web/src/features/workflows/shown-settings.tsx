import { Facts } from '../../components/page/facts.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { Name } from '../../components/values/name.tsx';
import { builderTexts } from '../../texts/workflows/workflow-builder.ts';
import type { Workflow } from './draft/use-draft.ts';

const texts = builderTexts.settings;

/** The settings for users who can only view the workflow. */
export function ShownWorkflowSettings({
  workflow: { name, version, enabled, owner },
}: {
  workflow: Workflow;
}) {
  const state = version === 0 ? builderTexts.version(0) : enabled ? texts.on : texts.off;
  return (
    <Panel title={texts.title}>
      <Facts
        facts={[
          [texts.state, state],
          [texts.name, <Name key="name">{name}</Name>],
          [texts.owner, <Name key="owner">{owner.name}</Name>],
        ]}
      />
    </Panel>
  );
}
