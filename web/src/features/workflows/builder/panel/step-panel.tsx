import { Alert, Drawer, Stack, Tabs } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNarrow } from '../../../../components/page/use-narrow.ts';
import { stepTitle } from '../../../../components/values/step-name.ts';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import { StepTest, StepTestBar, useStepTest } from '../../trial/step-test.tsx';
import type { useSample } from '../../trial/use-sample.ts';
import { useBuilderContext } from '../builder-context.ts';
import { loopsAround, type StepPath, stepAt, stepPath, type WrittenStep } from '../step-tree.ts';
import type { StepWork } from '../use-step-work.ts';
import classes from './panel.module.css';
import { PanelHead } from './panel-head.tsx';
import { SampleBar } from './sample-bar.tsx';
import { StepForm } from './step-form.tsx';
import { StepNote } from './step-note.tsx';
import { StepRuns } from './step-runs.tsx';
import { StepInput, StepOutput } from './step-values.tsx';
import { usePanelFocus } from './use-panel-focus.ts';

const texts = flowTexts.panel;
const openList = '[aria-haspopup="listbox"][aria-expanded="true"]';
const tabs = ['setup', 'input', 'output', 'runs'] as const;

interface PanelProps {
  readonly work: StepWork;
  readonly sample: ReturnType<typeof useSample>;
}

/** The selected step, next to the flow. On a phone, it covers the screen. */
export function StepPanel({ work, sample }: PanelProps) {
  const { steps } = useBuilderContext();
  const isNarrow = useNarrow();
  const path = stepPath(work.open);
  const step = stepAt(steps, path);
  if (!step) return null;
  const content = <PanelContent key={work.open} step={step} path={path} work={work} sample={sample} />;
  if (!isNarrow) {
    return (
      <aside className={classes.panel} aria-label={stepTitle(step.name)}>
        {content}
      </aside>
    );
  }
  return (
    <Drawer.Root opened onClose={work.close} position="bottom" size="100%" returnFocus={false}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={stepTitle(step.name)} className={classes.sheet}>
        {content}
      </Drawer.Content>
    </Drawer.Root>
  );
}

function PanelContent({ step, path, work, sample }: PanelProps & { step: WrittenStep; path: StepPath }) {
  const { workflow, steps, isReadOnly } = useBuilderContext();
  const test = useStepTest(workflow, step);
  const [tab, setTab] = useState<string | null>('setup');
  const content = useRef<HTMLDivElement>(null);
  usePanelFocus(content, step, work.panelFocus);
  const [isNoteShown, setNoteShown] = useState(false);
  const change = (changed: WrittenStep, about: string) => work.replace(path, changed, about);
  const showNote = () => {
    setTab('setup');
    setNoteShown(true);
    work.show(path, { setting: 'note' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as Element;
    // In a menu or an open list, Escape closes only that. React also reports the keys of menus that are elsewhere in the page.
    const isInPanel = content.current?.contains(target) && !target.matches(openList);
    if (event.key === 'Escape' && isInPanel && !event.defaultPrevented) work.close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from any of its controls.
    <div ref={content} className={classes.content} onKeyDown={onKeyDown}>
      <PanelHead step={step} path={path} work={work} onNote={showNote} />
      <SampleBar workflow={workflow} sample={sample.sample} onChange={sample.choose} />
      <Tabs value={tab} onChange={setTab} keepMounted={false} className={classes.tabs}>
        <Tabs.List aria-label={texts.tabsLabel} px="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name} px="xs">
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="setup" className={classes.body}>
          {step.disabled === true && <Alert color="gray">{texts.disabled}</Alert>}
          <StepForm step={step} path={path} loops={loopsAround(steps, path)} onChange={change} />
          <StepNote step={step} path={path} isShown={isNoteShown} onChange={change} />
        </Tabs.Panel>
        <Tabs.Panel value="input" className={classes.body}>
          <StepInput path={path} />
        </Tabs.Panel>
        <Tabs.Panel value="output" className={classes.body}>
          <Stack gap="lg">
            <StepTest workflow={workflow} path={path} step={step} state={test} />
            <StepOutput step={step} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="runs" className={classes.body}>
          <StepRuns step={step} />
        </Tabs.Panel>
      </Tabs>
      {!isReadOnly && <StepTestBar state={test} onStart={() => setTab('output')} />}
    </div>
  );
}
