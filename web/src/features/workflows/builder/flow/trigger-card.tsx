import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../../../api/queries.ts';
import { MethodChip } from '../../../../components/chips/method-chip.tsx';
import { ProtectionBadges } from '../../../../components/chips/protection-badges.tsx';
import { StepTile } from '../../../../components/chips/step-tile.tsx';
import { Loaded } from '../../../../components/page/loaded.tsx';
import { CopyIcon } from '../../../../components/values/copy-text.tsx';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import classes from './card.module.css';

const texts = flowTexts.trigger;

/** What starts the workflow: its webhook, with the URL and the checks that a request must pass. */
export function TriggerCard({ workflow }: { workflow: number }) {
  const listener = useQuery(query('GET /workflows/:id/listener', { params: { id: workflow } }));
  return (
    <section className={classes.trigger} aria-label={texts.title}>
      <StepTile type="webhook" />
      <div className={classes.words}>
        <div className={classes.triggerHead}>
          <span className={classes.name}>{texts.title}</span>
          <Anchor component={Link} to={`/workflows/${workflow}/triggers`} className={classes.toTrigger}>
            {texts.settings}
          </Anchor>
        </div>
        <Loaded result={listener} placeholder={<Skeleton className={classes.loadingTrigger ?? ''} />}>
          {(data) => (
            <>
              <div className={classes.url}>
                <MethodChip method="POST" />
                <code title={data.url}>{data.url.replace(/^https?:\/\//, '')}</code>
                <CopyIcon text={data.url} label={texts.copy} />
              </div>
              <div className={classes.badges}>
                <ProtectionBadges listener={data} />
              </div>
            </>
          )}
        </Loaded>
      </div>
    </section>
  );
}
