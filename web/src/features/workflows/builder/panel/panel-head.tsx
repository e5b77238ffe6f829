import { ActionIcon, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { StepTile } from '../../../../components/chips/step-tile.tsx';
import { stepTitle } from '../../../../components/values/step-name.ts';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { useBuilderContext, useProblemsAt } from '../builder-context.ts';
import { typeLabel } from '../edit/describe-step.ts';
import { FieldScope } from '../fields/field-scope.tsx';
import classes from './panel.module.css';
import { type OpenStep, StepMenu } from './step-menu.tsx';

const texts = flowTexts.panel;

/** The step's name and type, and the actions on the whole step. */
export function PanelHead({ step, path, work, onNote }: OpenStep) {
  const { isReadOnly } = useBuilderContext();
  const [isRenaming, setRenaming] = useState(false);
  const error = useProblemsAt([...path, 'name'])
    .map(({ message }) => message)
    .join(' ');
  return (
    <div className={classes.head}>
      <StepTile type={step.type} />
      <FieldScope path={path} setting="name">
        {isRenaming || error !== '' ? (
          <TextInput
            size="xs"
            aria-label={stepTexts.name}
            title={stepTexts.nameAbout}
            autoFocus={isRenaming}
            value={step.name}
            error={error === '' ? undefined : error}
            onBlur={() => setRenaming(false)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'Escape') return;
              event.preventDefault();
              setRenaming(false);
            }}
            onChange={(event) =>
              work.replace(path, { ...step, name: event.currentTarget.value }, `${path.join('.')}.name`)
            }
          />
        ) : (
          <Stack gap={0} miw={0}>
            <Group gap={4} wrap="nowrap">
              <h2 className={classes.title} tabIndex={-1} data-panel-title data-autofocus>
                {stepTitle(step.name)}
              </h2>
              {!isReadOnly && (
                <Tooltip label={texts.rename}>
                  <ActionIcon size={24} aria-label={texts.rename} onClick={() => setRenaming(true)}>
                    <IconPencil size={14} />
                  </ActionIcon>
                </Tooltip>
              )}
            </Group>
            <Text size="xs" c="dimmed" lh={1.3}>
              {typeLabel(step)} · {step.name}
            </Text>
          </Stack>
        )}
      </FieldScope>
      {!isReadOnly && <StepMenu step={step} path={path} work={work} onNote={onNote} />}
      <Tooltip label={texts.close}>
        <ActionIcon aria-label={texts.close} onClick={work.close}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
