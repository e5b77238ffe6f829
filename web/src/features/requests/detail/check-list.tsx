import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { requestsTexts } from '../../../texts/runs/requests.ts';
import type { ShownCheck } from './checks.ts';
import classes from './detail.module.css';

const { checks: texts } = requestsTexts;
const icons = { passed: IconCircleCheck, failed: IconCircleX, not_run: IconCircleDashed } as const;

/** A webhook's checks in order. `detail` is shown next to the failed one. */
export const CheckList = ({
  checks,
  detail,
}: {
  checks: readonly ShownCheck[];
  detail: string | undefined;
}) => (
  <ol className={classes.checks} aria-label={texts.label}>
    {checks.map(({ name, outcome }) => {
      const Icon = icons[outcome];
      return (
        <li key={name} data-outcome={outcome}>
          <Icon size={16} stroke={1.75} aria-hidden />
          <span className={classes.checkName}>{name}</span>
          <span className={classes.checkDetail}>
            {outcome === 'failed' && detail ? escapeBidi(detail) : texts.outcomes[outcome]}
          </span>
        </li>
      );
    })}
  </ol>
);
