import { Anchor } from '@mantine/core';
import { IconClockPause, IconLock, IconLockOpen, IconSignature, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../../api/call.ts';
import { query } from '../../../../api/queries.ts';
import { MethodChip } from '../../../../components/chips/method-chip.tsx';
import { StepTile } from '../../../../components/chips/step-tile.tsx';
import { CopyIcon } from '../../../../components/values/copy-text.tsx';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import classes from './card.module.css';

const texts = flowTexts.trigger;

/** What starts the workflow: its webhook, with the URL and the checks that a request must pass. */
export function TriggerCard({ workflow }: { workflow: number }) {
  const { data } = useQuery(query('GET /workflows/:id/listener', { params: { id: workflow } }));
  return (
    <section className={classes.trigger} aria-label={texts.title}>
      <StepTile type="webhook" />
      <div className={classes.words}>
        <span className={classes.name}>{texts.title}</span>
        {data && (
          <>
            <div className={classes.url}>
              <MethodChip method="POST" />
              <code title={data.url}>{data.url.replace(/^https?:\/\//, '')}</code>
              <CopyIcon text={data.url} label={texts.copy} />
            </div>
            <div className={classes.badges}>
              <Badges settings={data.settings} />
              <Anchor component={Link} to={`/workflows/${workflow}/triggers`} className={classes.toTrigger}>
                {texts.settings}
              </Anchor>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

function Badges({ settings }: Pick<ApiResponse<'GET /workflows/:id/listener'>, 'settings'>) {
  const { add_authentication, allow_cors, cors_domains, respond_with, signature } = settings;
  const isSigned = signature.scheme !== 'none';
  return (
    <>
      {add_authentication && <Badge icon={<IconLock size={13} aria-hidden />} text={texts.token} />}
      {allow_cors && <Badge icon={<IconWorld size={13} aria-hidden />} text={corsText(cors_domains)} />}
      {isSigned && <Badge icon={<IconSignature size={13} aria-hidden />} text={texts.signed} />}
      {!add_authentication && !allow_cors && !isSigned && (
        <Badge icon={<IconLockOpen size={13} aria-hidden />} text={texts.open} />
      )}
      {respond_with === 'workflow' && (
        <Badge icon={<IconClockPause size={13} aria-hidden />} text={texts.waits} />
      )}
    </>
  );
}

/** Describes the allowed origins. Templates are only known once a request arrives. */
function corsText(domains: string): string {
  const origins = domains.split(/[\s,]+/).filter((origin) => origin !== '');
  if (origins.length === 0 || domains.includes('{')) return texts.cors;
  return origins.includes('*') ? texts.corsAny : texts.corsOrigins(origins.length);
}

const Badge = ({ icon, text }: { icon: ReactNode; text: string }) => (
  <span className={classes.badge}>
    {icon}
    {text}
  </span>
);
