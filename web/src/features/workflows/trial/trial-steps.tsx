import { Badge, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { StepTile } from '../../../components/chips/step-tile.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { DisabledStep } from '../../../components/values/disabled-step.tsx';
import { stepName } from '../../../components/values/step-name.ts';
import { withDisabled } from '../../../components/values/with-disabled.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import type { WrittenStep } from '../builder/step-tree.ts';
import { StepWarnings } from '../draft/step-warnings.tsx';
import classes from './try-panel.module.css';

const texts = builderTexts.try;
type Trial = ApiResponse<'POST /workflows/:id/try'>;

/** Shows what each step would have done in a real run. */
export const TrialSteps = ({
  result,
  steps,
  actions,
}: {
  result: Trial;
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

/** What the last step and a failed step did is open. */
const TrialStep = ({ step, isLast }: { step: Trial['steps'][number]; isLast: boolean }) => (
  <li>
    <details open={step.error !== null || isLast}>
      <Group gap="xs" component="summary" className={classes.head ?? ''}>
        <StepTile type={step.type} size={24} />
        <Text fw={500} span>
          {stepName(step.path)}
        </Text>
        <Text size="sm" c="dimmed" span>
          {stepTexts.types[step.type]?.[step.error === null ? 'tried' : 'label'] ?? step.type}
        </Text>
        {step.error !== null && (
          <Badge variant="outline" color="red">
            {builderTexts.problems(1)}
          </Badge>
        )}
        <IconChevronRight size={14} aria-hidden className={classes.turn ?? ''} />
      </Group>
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
