import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { stepTitle } from '../../../components/values/step-name.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import type { StepWarning } from '../builder/builder-context.ts';
import { stepAt, stepText, type WrittenStep } from '../builder/step-tree.ts';

/** Lists what could keep a workflow from working, although it can be published. */
export function StepWarnings({
  steps,
  warnings,
}: {
  steps: readonly WrittenStep[];
  warnings: readonly StepWarning[];
}) {
  if (warnings.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} />}
      title={builderTexts.warningsTitle(warnings.length)}
    >
      <List size="sm" spacing={4} listStyleType="none">
        {warnings.map(({ path, code, message }) => {
          const name = stepAt(steps, path)?.name;
          return (
            <List.Item key={`${stepText(path)} ${code} ${message}`}>
              {name !== undefined && <strong>{escapeBidi(stepTitle(name))}: </strong>}
              {message}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}
