import { Anchor, Code, Group, Paper, Stack, Tabs, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../api/session.ts';
import { stepTypes } from '../../../api/step-types.gen.ts';
import { MethodChip } from '../../../components/chips/method-chip.tsx';
import { StateChip } from '../../../components/chips/state-chip.tsx';
import { StatusChip } from '../../../components/chips/status-chip.tsx';
import { StepTile } from '../../../components/chips/step-tile.tsx';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { durationOfMs } from '../../../components/values/duration.ts';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { stepName, stepTitle } from '../../../components/values/step-name.ts';
import { approvalsTexts } from '../../../texts/approvals.ts';
import { runsTexts } from '../../../texts/runs/runs.ts';
import { runTexts as texts } from '../../../texts/runs/runs-run.ts';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import { type Lead, leadName } from '../../leads/field.ts';
import { resultOf } from '../../workflows/trial/step-outcome.ts';
import { LeadLink } from '../run/lead-link.tsx';
import type { Step } from '../viewed-run.ts';
import { Attempts } from './attempts.tsx';
import { panelId, tabId } from './step-list.tsx';
import classes from './steps.module.css';
import { hasRun, type ShownStep } from './timeline.ts';

/** The selected step: its error, input, output and attempts. */
export const StepPanel = ({
  step,
  isErrorShown,
}: {
  step: ShownStep;
  /** Whether the page already shows the step's error above the steps. */
  isErrorShown: boolean;
}) => (
  <Paper
    withBorder
    p="md"
    id={panelId}
    role="tabpanel"
    aria-labelledby={tabId(step)}
    className={classes.panel}
  >
    <Stack gap="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <StepTile type={step.type} size={30} isOff={!hasRun(step)} />
        <div className={classes.panelTitle}>
          <Title order={3} size="h5">
            {escapeBidi(hasRun(step) ? stepName(step.path) : stepTitle(step.name))}
          </Title>
          <Text size="xs" c="dimmed">
            {stepTexts.types[step.type]?.label ?? step.type}
          </Text>
        </div>
        {hasRun(step) && step.handled && <StateChip tone="off">{texts.steps.handled}</StateChip>}
        {hasRun(step) && <StatusChip status={step.status} />}
      </Group>
      {hasRun(step) ? (
        <Details step={step} isErrorShown={isErrorShown} />
      ) : (
        <Text size="sm">{texts.steps.noDetails}</Text>
      )}
    </Stack>
  </Paper>
);

const isEmpty = (value: unknown) => value === null || value === undefined;

function Details({ step, isErrorShown }: { step: Step; isErrorShown: boolean }) {
  const name = stepName(step.path);
  const result = resultOf(step.type, step.output);
  return (
    <>
      <Called step={step} />
      {step.error !== null && !isErrorShown && (
        <Text size="sm" c="var(--mantine-color-error)" className={classes.error ?? ''}>
          {escapeBidi(step.error)}
        </Text>
      )}
      <StepLead step={step} />
      <StartedRunLink step={step} />
      <ApprovalLink step={step} />
      <Tabs defaultValue={isEmpty(step.output) ? 'input' : 'output'} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="input">{texts.tabs.input}</Tabs.Tab>
          <Tabs.Tab value="output">{texts.tabs.output}</Tabs.Tab>
          {step.attempts.length > 0 && (
            <Tabs.Tab value="attempts">
              {texts.tabs.attempts} <span className={classes.count}>{step.attempts.length}</span>
            </Tabs.Tab>
          )}
        </Tabs.List>
        <Tabs.Panel value="input" pt="sm">
          {isEmpty(step.input) ? (
            <Text size="sm">{texts.noInput}</Text>
          ) : (
            <DataBlock value={step.input} label={`${name}: ${texts.tabs.input}`} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="output" pt="sm">
          {isEmpty(step.output) ? (
            <Text size="sm">{texts.noOutput}</Text>
          ) : (
            <Stack gap="xs">
              {result !== undefined && <Text size="sm">{result}</Text>}
              <DataBlock value={step.output} label={`${name}: ${texts.tabs.output}`} />
            </Stack>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="attempts" pt="sm">
          <Attempts attempts={step.attempts} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** What an HTTP step called, and what came back. */
function Called({ step: { type, input, attempts } }: { step: Step }) {
  const { method, url } = (input ?? {}) as { readonly method?: unknown; readonly url?: unknown };
  if (type !== 'http.request' || typeof method !== 'string' || typeof url !== 'string') return null;
  const last = attempts.at(-1);
  return (
    <Group gap="xs" wrap="nowrap">
      <MethodChip method={method} />
      <Code className={classes.url ?? ''}>{escapeBidi(url)}</Code>
      <Text size="xs" c="dimmed" ml="auto" className={classes.answer ?? ''}>
        {[last?.status, last?.ms !== undefined && durationOfMs(last.ms)].filter(Boolean).join(' · ')}
      </Text>
    </Group>
  );
}

/** Links to the lead that the step wrote or found. */
function StepLead({ step: { type, output } }: { step: Step }) {
  const may = useMay();
  const { id } = (output ?? {}) as { readonly id?: unknown };
  const isLead = stepTypes[type]?.linksTo === 'lead' && typeof id === 'number';
  if (!isLead || !may('leads.view')) return null;
  return <LeadLink id={id} name={leadName(output as Lead)} />;
}

/** Links to the run that the step started or called. */
function StartedRunLink({ step: { type, output, called_run } }: { step: Step }) {
  const { run_id } = (output ?? {}) as { readonly run_id?: unknown };
  const started = stepTypes[type]?.linksTo === 'run' && typeof run_id === 'string' ? run_id : called_run;
  if (started === null) return null;
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/runs/$id" params={{ id: started }} {...props} />}>
      {called_run === null ? runsTexts.toStarted : runsTexts.toCalled}
    </Anchor>
  );
}

/** Links to the approval that the step asked for. While it waits, the link is above the steps. */
function ApprovalLink({ step: { approval_id, status } }: { step: Step }) {
  if (approval_id === null || status === 'waiting') return null;
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link to="/approvals/$id" params={{ id: String(approval_id) }} {...props} />}
    >
      {approvalsTexts.toApproval}
    </Anchor>
  );
}
