import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Moment } from '../../../components/values/moment.tsx';
import { workflowTriggersTexts as texts } from '../../../texts/workflows/workflow-triggers.ts';
import classes from './triggers.module.css';

/** A trigger: what it is, and when it starts the workflow next or did so last. A chevron says that the row opens something. */
export const TriggerRow = ({
  icon,
  name,
  details,
  next,
  last,
  opens = false,
  action,
}: {
  icon: ReactNode;
  name: ReactNode;
  details: ReactNode;
  next?: string | undefined;
  /** When it last started the workflow, if that is known. */
  last?: string | undefined;
  /** Whether `name` is a link or a button. A click anywhere in the row activates it. */
  opens?: boolean;
  action?: ReactNode;
}) => (
  <li className={classes.row} data-opens={opens || undefined}>
    <span className={classes.icon}>{icon}</span>
    <div className={classes.words}>
      <div className={classes.name}>{name}</div>
      <div className={classes.details}>{details}</div>
    </div>
    <div className={classes.times}>
      {next !== undefined && (
        <span>
          {texts.next} <Moment at={next} />
        </span>
      )}
      {last !== undefined && (
        <span>
          {texts.last} <Moment at={last} />
        </span>
      )}
    </div>
    <div className={classes.acts}>
      {action}
      {opens && <IconChevronRight size={16} stroke={1.75} aria-hidden />}
    </div>
  </li>
);
