import { Anchor } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { BackLink } from '../../../components/page/back-link.tsx';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { runTexts as texts } from '../../../texts/runs/runs-run.ts';
import type { ViewedRun } from '../viewed-run.ts';
import classes from './run.module.css';

/** Links back to the run list, with the filters that it had, and to the run's workflow. */
export const RunCrumbs = ({ run: { workflow } }: { run: ViewedRun }) => (
  <>
    <BackLink to="/runs" label={texts.crumb} />
    {workflow.name !== null && (
      <>
        <IconChevronRight size={14} aria-hidden className={classes.between} />
        <Anchor
          size="sm"
          c="dimmed"
          renderRoot={(props) => <Link to="/workflows/$id" params={{ id: String(workflow.id) }} {...props} />}
        >
          {escapeBidi(workflow.name)}
        </Anchor>
      </>
    )}
  </>
);
