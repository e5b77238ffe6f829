import { Anchor } from '@mantine/core';
import { IconClockPause, IconLock, IconLockOpen, IconSignature, IconWorld } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { flowTexts } from '../../texts/workflows/workflow-flow.ts';
import classes from './protection-badges.module.css';

const texts = flowTexts.trigger;

/** The checks that a request to the webhook must pass. Without any, it links to the settings that add one. */
export function ProtectionBadges({ listener }: { listener: ApiResponse<'GET /workflows/:id/listener'> }) {
  const { settings, workflow, may_edit } = listener;
  const { add_authentication, allow_cors, cors_domains, respond_with, signature } = settings;
  const isSigned = signature.scheme !== 'none';
  return (
    <>
      {/* CORS only restricts browsers. */}
      {!add_authentication && !isSigned && (
        <>
          <Badge icon={<IconLockOpen size={13} aria-hidden />} text={texts.open} isWarning />
          {may_edit && (
            <Anchor
              size="xs"
              className={classes.protect ?? ''}
              renderRoot={(props) => (
                <Link
                  to="/workflows/$id/triggers"
                  params={{ id: String(workflow.id) }}
                  search={{ tab: 'settings' }}
                  {...props}
                />
              )}
            >
              {texts.protect}
            </Anchor>
          )}
        </>
      )}
      {add_authentication && <Badge icon={<IconLock size={13} aria-hidden />} text={texts.token} />}
      {allow_cors && <Badge icon={<IconWorld size={13} aria-hidden />} text={corsText(cors_domains)} />}
      {isSigned && <Badge icon={<IconSignature size={13} aria-hidden />} text={texts.signed} />}
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

const Badge = ({ icon, text, isWarning = false }: { icon: ReactNode; text: string; isWarning?: boolean }) => (
  <span className={classes.badge} data-warning={isWarning || undefined}>
    {icon}
    {text}
  </span>
);
