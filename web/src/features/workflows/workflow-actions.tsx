import { Button, Switch } from '@mantine/core';
import { IconPlayerPlay, IconPower } from '@tabler/icons-react';
import { useWorkflowSwitch } from '../../components/fields/workflow-switch.tsx';
import { OverflowMenu } from '../../components/page/overflow-menu.tsx';
import { useNarrow } from '../../components/page/use-narrow.ts';
import { workflowSwitchTexts } from '../../texts/workflows/workflow-switch.ts';
import { workflowTriggersTexts } from '../../texts/workflows/workflow-triggers.ts';
import type { Workflow } from './draft/use-draft.ts';
import { useRunWorkflow } from './triggers/run-workflow.tsx';

const { run: runTexts } = workflowTriggersTexts;

/** Runs, enables and disables a workflow. On a phone, the actions are in a menu. */
export function WorkflowActions({ workflow }: { workflow: Workflow }) {
  const isNarrow = useNarrow();
  const run = useRunWorkflow(workflow);
  const { enable, disable, isPending, dialog } = useWorkflowSwitch(workflow.id);
  const maySwitch = workflow.may_edit && workflow.version > 0;
  const toggle = workflow.enabled ? disable : enable;
  const items = [
    ...(run.open ? [{ label: runTexts.item, icon: IconPlayerPlay, onClick: run.open }] : []),
    ...(maySwitch
      ? [
          {
            label: workflow.enabled ? workflowSwitchTexts.disable : workflowSwitchTexts.enable,
            icon: IconPower,
            onClick: toggle,
          },
        ]
      : []),
  ];
  return (
    <>
      {isNarrow && items.length > 0 && <OverflowMenu items={items} />}
      {!isNarrow && run.open && (
        <Button size="xs" variant="default" flex="none" onClick={run.open}>
          {runTexts.button}
        </Button>
      )}
      {!isNarrow && maySwitch && (
        <Switch
          label={workflowSwitchTexts.label}
          checked={workflow.enabled}
          disabled={isPending}
          onChange={toggle}
        />
      )}
      {run.dialog}
      {dialog}
    </>
  );
}
