import { Button, Group } from '@mantine/core';
import { approvalsTexts as texts } from '../../texts/approvals.ts';
import classes from './decide-buttons.module.css';
import { type Outcome, outcomes } from './use-decide.ts';

/** The two buttons of a row in a list of decisions. None is filled, because a list has no main action. */
export const DecideButtons = ({
  name,
  isDangerous = false,
  isPending,
  isDeciding,
  onDecide,
}: {
  /** What is decided, for screen readers. */
  name: string;
  /** Whether approving deletes something. */
  isDangerous?: boolean;
  isPending: boolean;
  isDeciding: (outcome: Outcome) => boolean;
  onDecide: (outcome: Outcome) => void;
}) => (
  <Group gap={6} wrap="nowrap" className={classes.row ?? ''}>
    {outcomes.map((outcome) => (
      <Button
        key={outcome}
        variant={outcome === 'approved' ? 'light' : 'default'}
        {...(outcome === 'approved' && isDangerous && { color: 'red' })}
        size="xs"
        className={classes.decide ?? ''}
        aria-label={texts.home.decideOn(texts.acts[outcome], name)}
        loading={isDeciding(outcome)}
        disabled={isPending}
        onClick={() => onDecide(outcome)}
      >
        {texts.acts[outcome]}
      </Button>
    ))}
  </Group>
);
