import { Paper, Skeleton } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { Sparkline } from '../../components/charts/sparkline.tsx';
import { durationOfMs } from '../../components/values/duration.ts';
import { homeTexts } from '../../texts/home.ts';
import classes from './home.module.css';

export type Figures = ApiResponse<'GET /home/figures'>;
type Day = Figures['today'];

const texts = homeTexts.figures;
const requestsOf = ({ accepted, rejected }: Day) => accepted + rejected;
const shareOf = (day: Day) => (requestsOf(day) === 0 ? null : (day.accepted / requestsOf(day)) * 100);

/** A change since the day before. Without `isBetter`, it is neither good nor bad. */
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
  readonly max?: number;
  readonly color: string;
  readonly caption: string;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
}

/** Four numbers about the last 24 hours. Each links to its list. */
export const FigureRow = ({ figures }: { figures: Figures }) => (
  <section className={classes.figures} aria-label={texts.label}>
    {figuresOf(figures).map((figure) => (
      <FigureCard key={figure.name} {...figure} />
    ))}
  </section>
);

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

const FigureCard = ({ name, value, unit, change, values, max, color, caption, link }: Figure) => (
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
    <Sparkline values={values} color={color} {...(max === undefined ? {} : { max })} />
    <span className={classes.caption}>{caption}</span>
  </Paper>
);

const toneOf = ({ isBetter }: Change) =>
  isBetter === undefined ? '' : isBetter ? classes.better : classes.worse;

function figuresOf({ today, before, hours, is_cut, is_rejected_cut }: Figures): readonly Figure[] {
  const plus = is_cut ? '+' : '';
  const share = shareOf(today);
  const [p95 = '–', unit] = today.p95_ms === null ? [] : durationOfMs(today.p95_ms).split(' ');
  return [
    {
      name: texts.requests,
      value: `${requestsOf(today).toLocaleString()}${plus}`,
      change: is_cut ? null : percentChange(requestsOf(today), requestsOf(before)),
      values: hours.map(requestsOf),
      color: 'var(--accent-line)',
      caption: is_cut ? texts.cut : texts.before(requestsOf(before)),
      link: { to: '/requests', search: { since: '24h' } },
    },
    {
      name: texts.accepted,
      value: share === null ? '–' : share.toLocaleString(undefined, { maximumFractionDigits: 1 }),
      ...(share === null ? {} : { unit: '%' }),
      change: is_cut || is_rejected_cut ? null : pointChange(share, shareOf(before)),
      values: hours.map(shareOf),
      max: 100,
      color: 'var(--succeeded-solid)',
      caption: texts.rejected(today.rejected, is_rejected_cut),
      link: { to: '/requests', search: { kind: 'refused', since: '24h' } },
    },
    {
      name: texts.failed,
      value: today.failed.toLocaleString(),
      change: is_cut ? null : numberChange(today.failed - before.failed),
      values: hours.map(({ failed }) => failed),
      color: 'var(--failed-solid)',
      caption: texts.ofRuns(today.runs, plus),
      link: { to: '/runs', search: { status: 'failed' } },
    },
    {
      name: texts.p95,
      value: p95,
      ...(unit === undefined ? {} : { unit }),
      change: is_cut ? null : durationChange(today.p95_ms, before.p95_ms),
      values: hours.map(({ p95_ms }) => p95_ms),
      color: 'var(--accent-line)',
      caption: today.p50_ms === null ? texts.noDuration : texts.median(durationOfMs(today.p50_ms)),
      link: { to: '/runs' },
    },
  ];
}

const signed = (value: number, text: string) => `${value > 0 ? '+' : '−'}${text}`;
const rounded = (value: number) => Math.abs(value).toLocaleString(undefined, { maximumFractionDigits: 1 });
/** Smaller differences would be shown as zero. */
const minDifference = 0.05;

function percentChange(now: number, before: number): Change | null {
  if (before === 0) return null;
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
