import { Text, UnstyledButton } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { Popup } from '../../../components/page/popup.tsx';
import { stepTitle } from '../../../components/values/step-name.ts';
import { flowTexts } from '../../../texts/workflows/workflow-flow.ts';
import classes from './builder.module.css';
import { type StepProblem, useBuilderContext } from './builder-context.ts';
import { settingLabel } from './edit/describe-step.ts';
import { ownerOf } from './step-tree.ts';
import type { StepWork } from './use-step-work.ts';

const texts = flowTexts.issues;

/** Lists all problems of the steps. Choosing one opens its field. */
export function IssuesButton({ work }: { work: StepWork }) {
  const { problems, steps } = useBuilderContext();
  if (problems.length === 0 || steps.length === 0) return null;
  return (
    <Popup
      label={texts.button(problems.length)}
      icon={<IconAlertCircle size={16} />}
      className={classes.issues}
    >
      {(close) => (
        <>
          <Text size="xs" c="dimmed" px={8} pb={4}>
            {texts.about}
          </Text>
          {problems.map((problem) => (
            <Issue
              key={`${problem.path.join('.')} ${problem.message}`}
              problem={problem}
              work={work}
              onChosen={close}
            />
          ))}
        </>
      )}
    </Popup>
  );
}

function Issue({
  problem: { path, message },
  work,
  onChosen,
}: {
  problem: StepProblem;
  work: StepWork;
  onChosen: () => void;
}) {
  const { steps, shown } = useBuilderContext();
  const owner = ownerOf(steps, path);
  const setting = owner?.rest[0] === undefined ? undefined : String(owner.rest[0]);
  return (
    <UnstyledButton
      className={classes.issue}
      onClick={() => {
        onChosen();
        shown.showAll();
        if (owner) work.show(owner.path, setting === undefined ? 'title' : { setting });
      }}
    >
      <span className={classes.where}>
        {owner
          ? [
              stepTitle(owner.step.name),
              ...(setting === undefined ? [] : [settingLabel(owner.step.type, setting)]),
            ].join(' › ')
          : texts.workflow}
      </span>
      <span className={classes.what}>{message}</span>
    </UnstyledButton>
  );
}
