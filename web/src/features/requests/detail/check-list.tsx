import { IconChevronRight, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { requestsTexts } from '../../../texts/runs/requests.ts';
import type { ShownCheck } from './checks.ts';
import classes from './detail.module.css';

const { checks: texts } = requestsTexts;
const icons = { passed: IconCircleCheck, failed: IconCircleX, not_run: IconCircleDashed } as const;

interface CheckListProps {
  readonly checks: readonly ShownCheck[];
  /** Shown next to the failed check. */
  readonly detail: string | undefined;
}

/** A webhook's checks in order. Those that weren't reached are one line that opens. */
export function CheckList({ checks, detail }: CheckListProps) {
  const reached = checks.filter(({ outcome }) => outcome !== 'not_run');
  const others = checks.filter(({ outcome }) => outcome === 'not_run');
  return (
    <>
      <ol className={classes.checks} aria-label={texts.label}>
        <Checks checks={reached} detail={detail} />
      </ol>
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>
            <IconCircleDashed size={16} stroke={1.75} aria-hidden />
            {texts.notReached(others.length)}
            <IconChevronRight size={14} aria-hidden className={classes.arrow} />
          </summary>
          <ol className={classes.checks} aria-label={texts.notReached(others.length)}>
            <Checks checks={others} detail={undefined} />
          </ol>
        </details>
      )}
    </>
  );
}

const Checks = ({ checks, detail }: CheckListProps) =>
  checks.map(({ name, outcome }) => {
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
  });
