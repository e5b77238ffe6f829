import type { ReactNode } from 'react';
import { StateChip } from '../../../components/chips/state-chip.tsx';
import { TriggerIcon, type TriggerKindName } from '../../../components/chips/trigger-kind.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { workflowTriggersTexts as texts } from '../../../texts/workflows/workflow-triggers.ts';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';
import classes from './triggers.module.css';

/** A trigger: what it is, whether it is enabled, and when it starts the workflow next or did so last. */
export const TriggerRow = ({
  kind,
  name,
  details,
  isOn,
  next,
  last,
  actions,
}: {
  kind: TriggerKindName;
  name: ReactNode;
  details: ReactNode;
  isOn: boolean;
  next?: string | undefined;
  /** When it last started the workflow, if that is known. */
  last?: string | undefined;
  actions?: ReactNode;
}) => (
  <li className={classes.row}>
    <span className={classes.icon}>
      <TriggerIcon kind={kind} />
    </span>
    <div className={classes.words}>
      <div className={classes.name}>{name}</div>
      <div className={classes.details}>{details}</div>
    </div>
    <div className={classes.times}>
      {isOn && next !== undefined && (
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
    <StateChip tone={isOn ? 'good' : 'off'}>
      {isOn ? workflowsTexts.states.on : workflowsTexts.states.off}
    </StateChip>
    {actions && <div className={classes.acts}>{actions}</div>}
  </li>
);
