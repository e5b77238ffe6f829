import { Anchor, Collapse, Group, List, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { stepTypes } from '../../api/step-types.gen.ts';
import { StatusChip } from '../../components/chips/status-chip.tsx';
import { StepTile } from '../../components/chips/step-tile.tsx';
import { DataBlock } from '../../components/values/data-block.tsx';
import { durationOf } from '../../components/values/duration.ts';
import { Moment } from '../../components/values/moment.tsx';
import { iterationsOf, stepName } from '../../components/values/step-name.ts';
import { runsTexts } from '../../texts/runs/runs.ts';
import { stepTexts } from '../../texts/workflows/workflow-steps.ts';
import classes from './step-row.module.css';
import { StepTime } from './step-time.tsx';
import type { Step } from './viewed-run.ts';

/** A step that can be expanded to show its input, output, and attempts. Failed steps start expanded. */
export function StepRow({ step, from, to }: { step: Step; from: number; to: number }) {
  const [isOpen, { toggle }] = useDisclosure(step.status === 'failed');
  return (
    <div className={classes.step}>
      <UnstyledButton
        className={classes.head}
        data-depth={Math.min(iterationsOf(step.path).length, 3)}
        onClick={toggle}
        aria-expanded={isOpen}
      >
        <IconChevronRight size={16} className={classes.arrow} data-open={isOpen} aria-hidden />
        <StepTile type={step.type} size={24} />
        <Text span fw={500} size="sm" className={classes.name}>
          {stepName(step.path)}
        </Text>
        <Text span size="xs" c="dimmed" className={classes.type}>
          {stepTexts.types[step.type]?.label ?? step.type}
        </Text>
        <span className={classes.status}>
          <StatusChip status={step.status} />
        </span>
        <Text span size="xs" c="dimmed" className={classes.took}>
          {durationOf(step.started_at, step.ended_at)}
        </Text>
      </UnstyledButton>
      <StepTime step={step} from={from} to={to} />
      <Collapse expanded={isOpen}>
        <Stack gap="sm" p="sm">
          {step.error !== null && (
            <Stack gap={2}>
              <Text size="xs" fw={500}>
                {runsTexts.stepError}
              </Text>
              <Text size="sm" c="var(--mantine-color-error)">
                {step.error}
              </Text>
            </Stack>
          )}
          <LeadLink step={step} />
          <StartedRunLink step={step} />
          <Value label={runsTexts.stepInput} step={step} value={step.input} />
          <Value label={runsTexts.stepOutput} step={step} value={step.output} />
          <Attempts attempts={step.attempts} />
        </Stack>
      </Collapse>
    </div>
  );
}

const Value = ({ label, step, value }: { label: string; step: Step; value: unknown }) =>
  value === null || value === undefined ? null : (
    <Stack gap={2}>
      <Text size="xs" fw={500}>
        {label}
      </Text>
      <DataBlock value={value} label={`${stepName(step.path)}: ${label}`} />
    </Stack>
  );

/** Links to the lead that the step wrote or found. */
function LeadLink({ step: { type, output } }: { step: Step }) {
  const may = useMay();
  const { id } = (output ?? {}) as { readonly id?: unknown };
  const isLead = stepTypes[type]?.linksTo === 'lead' && typeof id === 'number';
  if (!isLead || !may('leads.view')) return null;
  return (
    <Anchor size="sm" component={Link} to={`/leads/${id}`}>
      {runsTexts.toLead(id)}
    </Anchor>
  );
}

/** Links to the run that the step started. */
function StartedRunLink({ step: { type, output } }: { step: Step }) {
  const { run_id } = (output ?? {}) as { readonly run_id?: unknown };
  if (stepTypes[type]?.linksTo !== 'run' || typeof run_id !== 'string') return null;
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/runs/$id" params={{ id: run_id }} {...props} />}>
      {runsTexts.toStarted}
    </Anchor>
  );
}

const Attempts = ({ attempts }: { attempts: Step['attempts'] }) =>
  attempts.length === 0 ? null : (
    <Stack gap={2}>
      <Text size="xs" fw={500}>
        {runsTexts.attempts(attempts.length)}
      </Text>
      <List size="sm" type="ordered">
        {attempts.map((attempt) => (
          <List.Item key={attempt.at}>
            <Group gap="xs">
              <Moment at={attempt.at} />
              {attempt.status !== undefined && (
                <Text size="sm">{runsTexts.attemptStatus(attempt.status)}</Text>
              )}
              {attempt.ms !== undefined && <Text size="sm">{runsTexts.attemptTook(attempt.ms)}</Text>}
              {attempt.error !== undefined && <Text size="sm">{attempt.error}</Text>}
              {attempt.interrupted && <Text size="sm">{runsTexts.interrupted}</Text>}
              {attempt.next_at !== undefined && (
                <Text size="sm" component="div">
                  {runsTexts.attemptNext} <Moment at={attempt.next_at} />
                </Text>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
