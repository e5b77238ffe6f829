import { Button, Text, Title } from '@mantine/core';
import { IconBug, IconInfoCircle, IconShieldX, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { requestsTexts } from '../../../texts/runs/requests.ts';
import { failureOf } from '../failure.ts';
import { CheckList } from './check-list.tsx';
import { checksOf } from './checks.ts';
import classes from './detail.module.css';
import { DetailHead } from './detail-head.tsx';
import { Found, Part } from './request-parts.tsx';
import { RejectedResponse } from './sent-response.tsx';
import { corsTester, signatureDebugger, tokenDebugger } from './tool-links.ts';

const { detail: texts } = requestsTexts;
type Rejected = ApiResponse<'GET /requests/refused/:id'>;

/** Everything that is stored about a rejected request. */
export function RefusedDetail({ id }: { id: number }) {
  const result = useQuery(query('GET /requests/refused/:id', { params: { id } }));
  return (
    <Found result={result}>
      {(request) => (
        <>
          <DetailHead request={request} actions={<Tools request={request} />} />
          <div className={classes.body}>
            <Verdict request={request} />
            <RejectedResponse request={request} />
            <Part title={texts.headerNames}>
              <ul className={classes.names}>
                {request.header_names.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </Part>
            <p className={classes.stored}>
              <IconInfoCircle size={14} stroke={1.75} aria-hidden />
              {texts.notStored}
            </p>
          </div>
        </>
      )}
    </Found>
  );
}

function Verdict({ request }: { request: Rejected }) {
  const { reason, failed_check, failed_detail, same } = request;
  const { title, text } = failureOf(request);
  return (
    <div className={classes.verdict}>
      <div className={classes.verdictHead}>
        <span className={classes.tile}>
          <IconShieldX size={17} stroke={1.75} aria-hidden />
        </span>
        <div>
          <Title order={3}>{texts.rejected(title)}</Title>
          <Text size="xs" c="dimmed">
            {text} {same > 0 && texts.same(same)}
          </Text>
        </div>
      </div>
      <CheckList
        checks={checksOf(reason, failed_check)}
        detail={failed_check === 'origin' && failed_detail ? failed_detail : undefined}
      />
    </div>
  );
}

const tokenReasons = ['invalid_or_expired', 'invalid_key'];

/** Opens the tool that explains this kind of rejection. */
function Tools({ request: { reason, failed_check, failed_detail, at, workflow } }: { request: Rejected }) {
  if (tokenReasons.includes(reason))
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBug size={14} />}
        renderRoot={(props) => <Link {...props} {...tokenDebugger(workflow.id, failed_check, at)} />}
      >
        {texts.debugToken}
      </Button>
    );
  if (reason in requestsTexts.signatureHelp)
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBug size={14} />}
        renderRoot={(props) => <Link {...props} {...signatureDebugger(workflow.id, reason, at)} />}
      >
        {texts.debugSignature}
      </Button>
    );
  if (reason === 'origin_not_allowed')
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconWorld size={14} />}
        renderRoot={(props) => <Link {...props} {...corsTester(workflow.id, failed_detail ?? '')} />}
      >
        {texts.testOrigin}
      </Button>
    );
  return null;
}
