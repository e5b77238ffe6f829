import { Button, Paper } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconKey,
  IconShieldX,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { expiryText } from '../../components/chips/expiry-chip.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { failureText } from '../../components/values/step-name.ts';
import { homeTexts } from '../../texts/home.ts';
import { requestsTexts } from '../../texts/runs/requests.ts';
import classes from './home.module.css';
import { HomePanel } from './home-panel.tsx';

type Attention = ApiResponse<'GET /home/attention'>;
const texts = homeTexts.attention;

/** Failed runs by workflow, rejected requests, event webhooks that fail, and API clients that expire: the cause, and one action for each. One line if there is nothing. */
export function AttentionPanel({ attention }: { attention: Attention }) {
  const { failing, rejected, webhooks, clients } = attention;
  const count = failing.length + rejected.length + webhooks.length + clients.length;
  if (count === 0) return <AllClear />;
  return (
    <HomePanel title={texts.title} count={count}>
      <ul className={`${classes.list} ${classes.attention}`}>
        {failing.map((one) => (
          <FailingRow key={one.id} {...one} />
        ))}
        {rejected.map((one) => (
          <RejectedRow key={`${one.id} ${one.reason}`} {...one} />
        ))}
        {webhooks.map((one) => (
          <WebhookRow key={`webhook ${one.id}`} {...one} />
        ))}
        {clients.map((one) => (
          <ClientRow key={`client ${one.id}`} {...one} />
        ))}
      </ul>
    </HomePanel>
  );
}

const AllClear = () => (
  <Paper withBorder className={`${classes.line} ${classes.clear}`} role="status">
    <IconCircleCheck size={17} stroke={1.75} aria-hidden />
    <span>
      <b className={classes.title}>{texts.clear}</b> {texts.clearAbout}
    </span>
  </Paper>
);

const AttentionRow = ({
  icon,
  title,
  about,
  action,
  label,
  link,
}: {
  icon: ReactNode;
  title: ReactNode;
  about: ReactNode;
  action: string;
  /** The action with its subject, for screen readers. */
  label: string;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
}) => (
  <li>
    {icon}
    <div className={classes.text}>
      <div className={classes.title}>{title}</div>
      <div className={classes.about}>{about}</div>
    </div>
    <Button
      variant="default"
      size="xs"
      className={classes.review ?? ''}
      aria-label={label}
      rightSection={<IconChevronRight size={18} />}
      renderRoot={(props) => <Link {...link} {...props} />}
    >
      {action}
    </Button>
  </li>
);

const FailingRow = ({ id, name, is_failing, last, run, error, runs }: Attention['failing'][number]) => (
  <AttentionRow
    icon={
      <span className={`${classes.tile} ${classes.failed}`}>
        <IconAlertTriangle size={17} stroke={1.75} aria-hidden />
      </span>
    }
    title={
      <>
        <Name>{name}</Name> {is_failing ? texts.isFailing : texts.hasFailed(runs)}
      </>
    }
    about={
      <>
        {error !== null && <Name>{texts.sentence(failureText(error))}</Name>} {texts.failedRuns(runs)}{' '}
        <Moment at={last} isInGrid />
      </>
    }
    action={runs === 1 ? texts.reviewRun : texts.reviewRuns}
    label={texts.reviewOf(name, runs)}
    // If only one run failed, open it. Otherwise, list them.
    link={
      runs === 1
        ? { to: '/runs/$id', params: { id: run } }
        : { to: '/runs', search: { workflow: id, status: 'failed' } }
    }
  />
);

const RejectedRow = ({ id, name, last, reason, count, address }: Attention['rejected'][number]) => (
  <AttentionRow
    icon={
      <span className={`${classes.tile} ${classes.rejected}`}>
        <IconShieldX size={17} stroke={1.75} aria-hidden />
      </span>
    }
    title={
      <>
        <Name>{name}</Name> {address === null ? texts.rejects : texts.rejectsFrom(address)}
      </>
    }
    about={
      <>
        {texts.sentence(requestsTexts.reasons[reason] ?? reason)} {texts.rejectedRequests(count)}{' '}
        <Moment at={last} isInGrid />
      </>
    }
    action={texts.reviewRequests}
    label={texts.requestsOf(name)}
    link={{ to: '/requests', search: { workflow: id, kind: 'refused', reason } }}
  />
);

const WebhookRow = ({ id, name, disabled_reason, since }: Attention['webhooks'][number]) => (
  <AttentionRow
    icon={
      <span className={`${classes.tile} ${classes.failed}`}>
        <IconWebhook size={17} stroke={1.75} aria-hidden />
      </span>
    }
    title={
      <>
        <Name>{name}</Name> {disabled_reason === null ? texts.webhookFails : texts.webhookDisabled}
      </>
    }
    about={
      <>
        {disabled_reason !== null && texts.webhookReasons[disabled_reason]} {texts.webhookSince}{' '}
        <Moment at={since} isInGrid />
      </>
    }
    action={texts.reviewWebhook}
    label={texts.webhookOf(name)}
    link={{ to: '/apps/webhooks/$id', params: { id: String(id) } }}
  />
);

const ClientRow = ({ name, expires_at }: Attention['clients'][number]) => (
  <AttentionRow
    icon={
      <span className={`${classes.tile} ${classes.rejected}`}>
        <IconKey size={17} stroke={1.75} aria-hidden />
      </span>
    }
    title={
      <>
        <Name>{name}</Name> {expiryText(expires_at)}
      </>
    }
    about={texts.clientHelp}
    action={texts.reviewClient}
    label={texts.clientOf(name)}
    link={{ to: '/apps/api' }}
  />
);
