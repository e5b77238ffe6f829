import { Text } from '@mantine/core';
import type { ApiResponse } from '../../../api/call.ts';
import { HttpStatusChip } from '../../../components/chips/http-status-chip.tsx';
import { DataBlock } from '../../../components/values/data-block.tsx';
import { durationOfMs } from '../../../components/values/duration.ts';
import { requestsTexts } from '../../../texts/runs/requests.ts';
import { failureOf } from '../failure.ts';
import classes from './detail.module.css';
import { Fact, Part } from './request-parts.tsx';

const { response: texts } = requestsTexts;

/** What the caller of an accepted request received. */
export function SentResponse({
  request: { http_status, response },
}: {
  request: ApiResponse<'GET /requests/accepted/:id'>;
}) {
  if (http_status === null || response === null)
    return (
      <Part title={texts.title}>
        <Text size="sm">{texts.waiting}</Text>
      </Part>
    );
  const { source, took_ms, headers, body } = response;
  return (
    <Part title={texts.title}>
      <Facts
        status={http_status}
        sent={took_ms === null ? texts.immediately : texts.after(durationOfMs(took_ms))}
        whyLabel={texts.outcome}
        why={texts.sources[source]}
      />
      {body === '' ? (
        <Text size="sm">{texts.empty}</Text>
      ) : (
        <DataBlock label={texts.body} value={formatted(body)} />
      )}
      {headers.length > 0 && (
        <DataBlock
          label={texts.headers}
          value={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        />
      )}
    </Part>
  );
}

/** What the caller of a rejected request received. Its body isn't stored, but it names the same problem. */
export function RejectedResponse({ request }: { request: ApiResponse<'GET /requests/refused/:id'> }) {
  if (request.http_status === null) return null;
  return (
    <Part title={texts.title}>
      <Facts
        status={request.http_status}
        sent={texts.immediately}
        whyLabel={texts.why}
        why={failureOf(request).title}
      />
    </Part>
  );
}

const Facts = ({
  status,
  sent,
  whyLabel,
  why,
}: {
  status: number;
  sent: string;
  whyLabel: string;
  why: string;
}) => (
  <dl className={`${classes.facts} ${classes.sent}`}>
    <Fact name={texts.status}>
      <HttpStatusChip status={status} />
    </Fact>
    <Fact name={texts.sent}>{sent}</Fact>
    <Fact name={whyLabel}>{why}</Fact>
  </dl>
);

/** Indents a JSON body. Other text stays as it was sent. */
function formatted(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
