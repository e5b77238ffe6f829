import { Anchor, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { StatusIcon } from '../../../components/chips/status-chip.tsx';
import { StepTile } from '../../../components/chips/step-tile.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { DisabledStep } from '../../../components/values/disabled-step.tsx';
import { stepName, stepTitle } from '../../../components/values/step-name.ts';
import { withDisabled } from '../../../components/values/with-disabled.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { allSteps, stepText, type WrittenStep } from '../builder/step-tree.ts';
import { StepWarnings } from '../draft/step-warnings.tsx';
import { outcomeOf } from './step-outcome.ts';
import classes from './try-panel.module.css';

const texts = builderTexts.try;
type Trial = ApiResponse<'POST /workflows/:id/try'>;

/** Shows what each step would have done in a real run. */
export const TrialSteps = ({
  result,
  workflow,
  steps,
  actions,
}: {
  result: Trial;
  workflow: number;
  steps: readonly WrittenStep[];
  actions: ReactNode;
}) => (
  <Panel title={texts.result} actions={actions}>
    <div className={classes.verdict} role="status" data-status={result.status}>
      {result.status === 'succeeded' ? (
        <IconCircleCheck size={18} stroke={1.75} aria-hidden />
      ) : (
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      )}
      <div>
        <b>{texts.results[result.status]}</b>
        {result.error !== null && <div>{result.error}</div>}
        <FailedStep result={result} workflow={workflow} steps={steps} />
      </div>
    </div>
    {!result.owner.is_active && <Text size="sm">{texts.ownerOff(result.owner.name)}</Text>}
    <StepWarnings steps={steps} warnings={result.warnings} />
    {result.steps.length === 0 && <Text size="sm">{texts.none}</Text>}
    <ol className={classes.steps}>
      {withDisabled(result.steps, result.outline).map((step, index, all) =>
        'is_disabled' in step ? (
          <li key={`disabled ${step.name}`}>
            <DisabledStep step={step} />
          </li>
        ) : (
          <TrialStep key={step.path} step={step} isLast={index === all.length - 1} />
        ),
      )}
    </ol>
  </Panel>
);

/** A link from the verdict to the settings of the step that failed. */
function FailedStep({
  result,
  workflow,
  steps,
}: {
  result: Trial;
  workflow: number;
  steps: readonly WrittenStep[];
}) {
  const failed = result.status === 'failed' && result.steps.findLast(({ error }) => error !== null);
  const found = failed && allSteps(steps).find(({ step }) => step.name === failed.name);
  if (!found) return null;
  return (
    <Anchor
      component={Link}
      to={`/workflows/${workflow}`}
      search={{ step: stepText(found.path) } as never}
      size="sm"
      underline="always"
    >
      {texts.openStep(stepTitle(found.step.name))}
    </Anchor>
  );
}

/** What the last step and a failed step did is open. */
const TrialStep = ({ step, isLast }: { step: Trial['steps'][number]; isLast: boolean }) => (
  <li>
    <details open={step.error !== null || isLast}>
      <summary className={classes.head}>
        <StepTile type={step.type} size={24} />
        <span className={classes.words}>
          <Text fw={500} span>
            {stepName(step.path)}
          </Text>{' '}
          <Text size="sm" c="dimmed" span>
            {outcomeOf(step)}
          </Text>
        </span>
        <StatusIcon status={step.error === null ? 'succeeded' : 'failed'} />
        <IconChevronRight size={14} aria-hidden className={classes.turn ?? ''} />
      </summary>
      {step.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)">
          {step.error}
        </Text>
      )}
      <div className={classes.values}>
        <Value path={step.path} label={texts.input} json={step.input} />
        <Value path={step.path} label={texts.output} json={step.output} />
      </div>
    </details>
  </li>
);

function Value({ path, label, json }: { path: string; label: string; json: string | null }) {
  if (json === null || json === 'null') return null;
  return (
    <div>
      <Text size="xs" c="dimmed" mt={10} mb={6}>
        {label}
      </Text>
      <DataBlock value={pretty(json)} label={`${stepName(path)}: ${label}`} />
    </div>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
