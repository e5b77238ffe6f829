import { Paper, Skeleton } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import type { Span } from '../../components/charts/span.ts';
import { hasTrend, Sparkline } from '../../components/charts/sparkline.tsx';
import { durationOfMs } from '../../components/values/duration.ts';
import { homeTexts } from '../../texts/home.ts';
import { periodTexts } from '../../texts/periods.ts';
import classes from './home.module.css';

export type Figures = ApiResponse<'GET /home/figures'>;
type PeriodFigures = Figures['total'];

const texts = homeTexts.figures;
const requestsOf = ({ accepted, rejected }: PeriodFigures) => accepted + rejected;
const shareOf = (period: PeriodFigures) =>
  requestsOf(period) === 0 ? null : (period.accepted / requestsOf(period)) * 100;

/** The bottom of the line of accepted requests, in percent, unless the line goes below it. */
const lowestShare = 50;

/** The top of the line of failed runs is at least this many, so that a single failure doesn't look like an outage. */
const minFailures = 4;

/** With fewer requests in the previous period, a change in percent says nothing. */
const minCompared = 20;

/** A change since the previous period. Without `isBetter`, it is neither good nor bad. */
interface Change {
  readonly text: string;
  readonly isBetter?: boolean;
}

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
  readonly change: Change | null;
  readonly values: readonly (number | null)[];
  readonly range?: readonly [number, number];
  readonly color: string;
  readonly caption: string;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
}

/** Four numbers about a time range. Each links to its list. */
export function FigureRow({ figures, span }: { figures: Figures; span: Span }) {
  const shown = figuresOf(figures, span);
  // The cards look alike: all of them have a line, or none has.
  const hasLines = shown.every(({ values }) => hasTrend(values));
  return (
    <section className={classes.figures} aria-label={periodTexts.spanTitles[span]}>
      {shown.map((figure) => (
        <FigureCard key={figure.name} {...figure} hasLine={hasLines} />
      ))}
    </section>
  );
}

export const LoadingFigures = () => (
  <div className={classes.figures} aria-hidden>
    {[...Array(4).keys()].map((card) => (
      <Paper key={card} withBorder className={classes.figure}>
        <Skeleton h={13} w="40%" my={4} />
        <Skeleton h={24} w="60%" my={4} />
        <Skeleton h={34} />
        <Skeleton h={12} w="50%" />
      </Paper>
    ))}
  </div>
);

const FigureCard = ({
  name,
  value,
  unit,
  change,
  values,
  range,
  color,
  caption,
  link,
  hasLine,
}: Figure & { hasLine: boolean }) => (
  <Paper withBorder className={classes.figure} renderRoot={(props) => <Link {...link} {...props} />}>
    <span className={classes.figureName}>
      {name}
      <IconArrowUpRight size={14} aria-hidden />
    </span>
    <span className={classes.number}>
      <b>
        {value}
        {unit !== undefined && <small>{unit}</small>}
      </b>
      {change && (
        <span className={`${classes.change} ${toneOf(change)}`} title={texts.compared}>
          {change.text}
        </span>
      )}
    </span>
    {hasLine && <Sparkline values={values} color={color} {...(range && { range })} />}
    <span className={classes.caption}>{caption}</span>
  </Paper>
);

const toneOf = ({ isBetter }: Change) =>
  isBetter === undefined ? '' : isBetter ? classes.better : classes.worse;

function figuresOf(
  { total, before: earlier, slots, is_cut, is_rejected_cut }: Figures,
  span: Span,
): readonly Figure[] {
  const plus = is_cut ? '+' : '';
  const share = shareOf(total);
  const [p95 = '–', unit] = total.p95_ms === null ? [] : durationOfMs(total.p95_ms).split(' ');
  const before = is_cut || !earlier || requestsOf(earlier) < minCompared ? null : earlier;
  return [
    {
      name: texts.requests,
      value: `${requestsOf(total).toLocaleString()}${plus}`,
      change: before && percentChange(requestsOf(total), requestsOf(before)),
      values: slots.map(requestsOf),
      color: 'var(--accent-line)',
      caption: is_cut ? texts.cut : before ? texts.before(requestsOf(before)) : texts.sent(total.accepted),
      link: { to: '/requests', search: { span } },
    },
    {
      name: texts.accepted,
      value: share === null ? '–' : share.toLocaleString(undefined, { maximumFractionDigits: 1 }),
      ...(share === null ? {} : { unit: '%' }),
      change: before && !is_rejected_cut ? pointChange(share, shareOf(before)) : null,
      values: slots.map(shareOf),
      range: [Math.min(lowestShare, ...slots.map((slot) => shareOf(slot) ?? 100)), 100],
      color: 'var(--succeeded-solid)',
      caption: texts.rejected(total.rejected, is_rejected_cut),
      link: { to: '/requests', search: { kind: 'refused', span } },
    },
    {
      name: texts.failed,
      value: total.failed.toLocaleString(),
      change: before && numberChange(total.failed - before.failed),
      values: slots.map(({ failed }) => failed),
      range: [0, Math.max(minFailures, ...slots.map(({ failed }) => failed))],
      color: 'var(--failed-solid)',
      caption: texts.ofRuns(total.runs, plus),
      link: { to: '/runs', search: { status: 'failed', span } },
    },
    {
      name: texts.p95,
      value: p95,
      ...(unit === undefined ? {} : { unit }),
      change: before && durationChange(total.p95_ms, before.p95_ms),
      values: slots.map(({ p95_ms }) => p95_ms),
      color: 'var(--accent-line)',
      caption: total.p50_ms === null ? texts.noDuration : texts.median(durationOfMs(total.p50_ms)),
      link: { to: '/runs', search: { span } },
    },
  ];
}

const signed = (value: number, text: string) => `${value > 0 ? '+' : '−'}${text}`;
const rounded = (value: number) => Math.abs(value).toLocaleString(undefined, { maximumFractionDigits: 1 });
/** Smaller differences would be shown as zero. */
const minDifference = 0.05;
/** A larger growth is easier to read as a multiple than in percent. */
const minMultiple = 5;

function percentChange(now: number, before: number): Change | null {
  if (before === 0) return null;
  if (now >= before * minMultiple) return { text: `×${Math.round(now / before)}` };
  const percent = (now / before - 1) * 100;
  return Math.abs(percent) < minDifference ? null : { text: signed(percent, `${rounded(percent)}%`) };
}

function pointChange(now: number | null, before: number | null): Change | null {
  if (now === null || before === null || Math.abs(now - before) < minDifference) return null;
  return { text: signed(now - before, texts.points(rounded(now - before))), isBetter: now > before };
}

const numberChange = (difference: number): Change | null =>
  difference === 0 ? null : { text: signed(difference, rounded(difference)), isBetter: difference < 0 };

function durationChange(now: number | null, before: number | null): Change | null {
  if (now === null || before === null || now === before) return null;
  return { text: signed(now - before, durationOfMs(Math.abs(now - before))), isBetter: now < before };
}
