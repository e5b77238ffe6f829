import { HttpStatusChip } from '../../components/chips/http-status-chip.tsx';
import { MethodChip } from '../../components/chips/method-chip.tsx';
import { statusColor } from '../../components/chips/status-chip.tsx';
import { Name } from '../../components/values/name.tsx';
import { requestsTexts } from '../../texts/runs/requests.ts';
import { failureOf } from './failure.ts';
import classes from './requests.module.css';
import { runStatusOf } from './run-status.ts';
import type { Request } from './use-requests.ts';

const { list: texts, bytes } = requestsTexts;
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const date = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });

/** A request in the list, in two lines. On a workflow's own page, the time replaces the workflow's name. */
export const RequestOption = ({
  id,
  request,
  isInWorkflow,
  isSelected,
  onSelect,
}: {
  id: string;
  request: Request;
  isInWorkflow: boolean;
  isSelected: boolean;
  onSelect: () => void;
}) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keyboard
  // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option
  <div id={id} role="option" aria-selected={isSelected} className={classes.option} onClick={onSelect}>
    <div className={classes.line}>
      {request.method !== null && <MethodChip method={request.method} />}
      <span className={classes.name}>
        {isInWorkflow ? <Time at={request.at} /> : <Name>{request.workflow.name}</Name>}
      </span>
      {request.http_status !== null && <HttpStatusChip status={request.http_status} />}
    </div>
    <div className={classes.facts}>
      {!isInWorkflow && <Time at={request.at} />}
      {request.address && <span>{request.address}</span>}
      {request.bytes !== null && <span>{bytes(request.bytes)}</span>}
      <Outcome request={request} />
    </div>
  </div>
);

const Time = ({ at }: { at: string }) => <time dateTime={at}>{shortTime(at)}</time>;

const Outcome = ({ request }: { request: Request }) =>
  request.kind === 'accepted' ? (
    <span className={classes.outcome}>
      <i className={classes.dot} style={{ background: statusColor(runStatusOf(request)) }} />
      {texts.run[runStatusOf(request)]}
    </span>
  ) : (
    <span className={classes.outcome} data-rejected>
      {failureOf(request).title}
    </span>
  );

/** Adds the day if it isn't today. */
function shortTime(at: string): string {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  return isToday ? clock.format(moment) : `${date.format(moment)}, ${clock.format(moment)}`;
}
