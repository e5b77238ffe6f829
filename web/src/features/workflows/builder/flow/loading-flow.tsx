import { Skeleton } from '@mantine/core';
import { sharedTexts } from '../../../../texts/shared.ts';
import classes from './flow.module.css';

/** The outline of a flow that is loading: the trigger and some steps. */
export const LoadingFlow = () => (
  <div className={classes.canvas} role="status" aria-label={sharedTexts.loading}>
    <div className={classes.flow}>
      <Skeleton height={112} width="min(100%, 408px)" radius="lg" />
      {['first', 'second', 'third'].map((step) => (
        <div key={step} className={classes.loadingStep}>
          <Skeleton height={52} radius="lg" />
        </div>
      ))}
    </div>
  </div>
);
