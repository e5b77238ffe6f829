import { Button, CopyButton, Text } from '@mantine/core';
import { IconCheck, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { StatusChip } from '../../../components/chips/status-chip.tsx';
import { shortId } from '../../../components/runs/short-id.ts';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { requestsTexts } from '../../../texts/runs/requests.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { runStatusOf } from '../run-status.ts';
import classes from './detail.module.css';
import { DetailHead } from './detail-head.tsx';
import { ReplayButton } from './replay-button.tsx';
import { replayCurl } from './replay-curl.ts';
import { Found, Part } from './request-parts.tsx';
import { SentResponse } from './sent-response.tsx';

const { detail: texts } = requestsTexts;
type AcceptedRequest = ApiResponse<'GET /requests/accepted/:id'>;

/** The stored contents of an accepted request. */
export function AcceptedDetail({ id }: { id: string }) {
  const result = useQuery(query('GET /requests/accepted/:id', { params: { id } }));
  return (
    <Found result={result}>
      {(request) => (
        <>
          <DetailHead request={request} actions={<Actions request={request} />} />
          <div className={classes.body}>
            <Link className={classes.run ?? ''} to="/runs/$id" params={{ id: request.id }}>
              <StatusChip status={runStatusOf(request)} />
              <span>{texts.seeRun}</span>
              <code title={request.id}>{shortId(request.id)}</code>
            </Link>
            <Contents request={request} />
            <SentResponse request={request} />
          </div>
        </>
      )}
    </Found>
  );
}

const Actions = ({ request }: { request: AcceptedRequest }) => (
  <>
    <CopyButton value={replayCurl(request)}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={copied ? <IconCheck size={14} /> : <IconTerminal2 size={14} />}
          title={texts.curlAbout}
          onClick={copy}
        >
          {copied ? sharedTexts.copied : texts.curl}
        </Button>
      )}
    </CopyButton>
    {request.may_replay && <ReplayButton run={request.id} />}
  </>
);

/** The headers as HTTP writes them, a line each. */
const linesOf = (headers: AcceptedRequest['headers']) =>
  headers.flatMap(({ name, values }) => values.map((value) => `${name}: ${value}`)).join('\n');

function Contents({ request }: { request: AcceptedRequest }) {
  const { fields, repeated, body, raw, headers, jwt_data, jwt_sub } = request;
  const token = {
    ...(jwt_sub === undefined ? {} : { sub: jwt_sub }),
    ...(jwt_data === undefined ? {} : { data: jwt_data }),
  };
  return (
    <>
      <Part title={texts.fields}>
        {Object.keys(fields).length === 0 ? (
          <Text size="sm">{texts.noFields}</Text>
        ) : (
          <DataBlock label={texts.fields} value={fields} />
        )}
        {Object.entries(repeated).map(([name, count]) => (
          <Text size="sm" key={name}>
            {texts.repeated(escapeBidi(name), count)}
          </Text>
        ))}
      </Part>
      {body !== undefined && (
        <Part title={texts.body}>
          <DataBlock label={texts.body} value={body} />
        </Part>
      )}
      {raw !== undefined && (
        <Part title={texts.raw}>
          <DataBlock label={texts.raw} value={raw} />
        </Part>
      )}
      {Object.keys(token).length > 0 && (
        <Part title={texts.token}>
          <DataBlock label={texts.token} value={token} />
        </Part>
      )}
      <Part title={texts.headers} about={texts.headersAbout}>
        <DataBlock label={texts.headers} value={linesOf(headers)} />
      </Part>
    </>
  );
}
