import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { HttpStatusChip } from '../../../components/chips/http-status-chip.tsx';
import { MethodChip } from '../../../components/chips/method-chip.tsx';
import { Name } from '../../../components/values/name.tsx';
import { requestsTexts } from '../../../texts/runs/requests.ts';
import type { Request } from '../use-requests.ts';
import classes from './detail.module.css';
import { Fact } from './request-parts.tsx';

const { detail: texts, bytes } = requestsTexts;
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** What is known about every request, with the actions for it. */
export const DetailHead = ({ request, actions }: { request: Request; actions: ReactNode }) => (
  <header className={classes.head}>
    <div className={classes.title}>
      {request.method !== null && <MethodChip method={request.method} />}
      <Title order={2} className={classes.name}>
        <Link to="/workflows/$id" params={{ id: String(request.workflow.id) }}>
          <Name>{request.workflow.name}</Name>
        </Link>
      </Title>
      {request.http_status !== null && <HttpStatusChip status={request.http_status} />}
      <div className={classes.actions}>{actions}</div>
    </div>
    <dl className={classes.facts}>
      <Fact name={texts.at}>
        <time dateTime={request.at}>{exact.format(new Date(request.at))}</time>
      </Fact>
      <Fact name={texts.address}>{request.address || texts.unknown}</Fact>
      <Fact name={texts.contentType}>{request.content_type || texts.none}</Fact>
      <Fact name={texts.size}>{request.bytes === null ? texts.unknown : bytes(request.bytes)}</Fact>
    </dl>
  </header>
);
