import { Button, Paper } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconKey, IconShieldX, IconWebhook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { expiryText } from '../../components/chips/expiry-chip.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
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
}: {
  icon: ReactNode;
  title: ReactNode;
  about: ReactNode;
  action: ReactNode;
}) => (
  <li>
    {icon}
    <div className={classes.text}>
      <div className={classes.title}>{title}</div>
      <div className={classes.about}>{about}</div>
    </div>
    {action}
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
        {error !== null && <Name>{texts.sentence(error)}</Name>} {texts.failedRuns(runs)}{' '}
        <Moment at={last} isInGrid />
      </>
    }
    action={
      <Button
        variant="default"
        size="xs"
        aria-label={texts.reviewOf(name, runs)}
        renderRoot={(props) =>
          // If only one run failed, open it. Otherwise, list them.
          runs === 1 ? (
            <Link to="/runs/$id" params={{ id: run }} {...props} />
          ) : (
            <Link to="/runs" search={{ workflow: id, status: 'failed' }} {...props} />
          )
        }
      >
        {runs === 1 ? texts.reviewRun : texts.reviewRuns}
      </Button>
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
    action={
      <Button
        variant="default"
        size="xs"
        aria-label={texts.requestsOf(name)}
        renderRoot={(props) => (
          <Link to="/requests" search={{ workflow: id, kind: 'refused', reason }} {...props} />
        )}
      >
        {texts.reviewRequests}
      </Button>
    }
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
    action={
      <Button
        variant="default"
        size="xs"
        aria-label={texts.webhookOf(name)}
        renderRoot={(props) => <Link to="/apps/webhooks/$id" params={{ id: String(id) }} {...props} />}
      >
        {texts.reviewWebhook}
      </Button>
    }
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
    action={
      <Button
        variant="default"
        size="xs"
        aria-label={texts.clientOf(name)}
        renderRoot={(props) => <Link to="/apps/api" {...props} />}
      >
        {texts.reviewClient}
      </Button>
    }
  />
);
