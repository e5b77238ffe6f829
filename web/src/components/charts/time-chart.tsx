import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { periodTexts } from '../../texts/periods.ts';
import { linesUpTo } from './scale.ts';
import { slotTitle, type TimeAxis, timeTicks } from './time-axis.ts';
import classes from './time-chart.module.css';

export interface Series {
  readonly name: string;
  readonly color: string;
  /** One number per time slot. A line has a gap where there is none. */
  readonly values: readonly (number | undefined)[];
  /** The legend's number. Without it, the legend shows the total. */
  readonly summary?: string;
  /** Explains the series on hover, for example a statistical term. */
  readonly about?: string;
}

interface TimeChartProps {
  /** `bars` are stacked, `lines` are drawn over each other. */
  readonly kind?: 'bars' | 'lines';
  readonly series: readonly Series[];
  /** What the chart shows, in a sentence, for screen readers. */
  readonly label: string;
  readonly axis: TimeAxis;
  /** The chart's title, next to the legend. */
  readonly heading?: ReactNode;
  /** Whether to leave out the legend, because the page names the colors near the chart. */
  readonly isLegendHidden?: boolean;
  /** Shown in the empty chart if there are no values. */
  readonly none?: string;
  /** Formats a value, with its unit if it has one. */
  readonly format?: (value: number) => string;
  /** Called when the user clicks a slot or presses Enter on it. */
  readonly onPick?: (slot: number) => void;
}

const asNumber = (value: number) => value.toLocaleString();
const sum = (numbers: readonly (number | undefined)[]) =>
  numbers.reduce<number>((all, one) => all + (one ?? 0), 0);

/** A chart over time with a labelled scale. Pointing at a slot, or moving to it with the arrow keys, shows its values. */
export function TimeChart({
  kind = 'bars',
  series,
  label,
  axis,
  heading,
  isLegendHidden = false,
  none,
  format = asNumber,
  onPick,
}: TimeChartProps) {
  const [chosen, choose] = useState<number>();
  const { slots } = axis;
  const max = highest(kind, series, slots);
  // An empty chart has no scale, only its base line.
  const lines = max === 0 ? [0] : linesUpTo(max, { isWhole: kind === 'bars' });
  const top = lines.at(-1) || 1;
  const pointAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    choose(Math.min(slots - 1, Math.max(0, Math.floor(((clientX - left) / width) * slots))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (move !== undefined) choose(Math.min(slots - 1, Math.max(0, (chosen ?? slots) + move)));
    else if (event.key === 'Enter' && chosen !== undefined) onPick?.(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <figure className={classes.figure}>
      {(heading !== undefined || !isLegendHidden) && (
        <div className={classes.head}>
          {heading}
          {!isLegendHidden && <Legend kind={kind} series={series} format={format} />}
        </div>
      )}
      <div className={classes.chart}>
        <div className={classes.scale} style={{ width: `${maxLength(lines.map(format))}ch` }} aria-hidden>
          {lines.map((value) => (
            <span key={value} style={{ bottom: `${(value / top) * 100}%` }}>
              {value === 0 ? '0' : format(value)}
            </span>
          ))}
        </div>
        <div
          className={classes.plot}
          role="img"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through the slots
          tabIndex={0}
          data-pickable={onPick ? true : undefined}
          onPointerMove={pointAt}
          onPointerLeave={() => choose(undefined)}
          onBlur={() => choose(undefined)}
          onKeyDown={onKeyDown}
          onClick={() => chosen !== undefined && onPick?.(chosen)}
        >
          {lines.map((value) => (
            <i key={value} className={classes.line} style={{ bottom: `${(value / top) * 100}%` }} />
          ))}
          {chosen !== undefined && (
            <i
              className={classes.chosen}
              style={{ left: `${(chosen / slots) * 100}%`, width: `${100 / slots}%` }}
            />
          )}
          {kind === 'bars' ? (
            <Bars series={series} slots={slots} top={top} />
          ) : (
            <svg viewBox={`0 0 ${slots} ${top}`} preserveAspectRatio="none" aria-hidden>
              <Lines series={series} top={top} />
            </svg>
          )}
          {max === 0 && none !== undefined && <span className={classes.none}>{none}</span>}
          {chosen !== undefined && (
            <Values
              series={series}
              slot={chosen}
              slots={slots}
              title={slotTitle(axis, chosen)}
              format={format}
            />
          )}
        </div>
        <div className={classes.times} aria-hidden>
          {timeTicks(axis).map(({ at, label: tick }) => (
            <span
              key={at}
              {...(tick === periodTexts.now
                ? { 'data-end': true }
                : { style: { left: `${at * 100}%` }, 'data-start': at < edge || undefined })}
            >
              {tick}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}

/** A label that starts in this share of the axis would otherwise go beyond its start. */
const edge = 0.04;

const maxLength = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));

function highest(kind: 'bars' | 'lines', series: readonly Series[], slots: number): number {
  const bySlot = Array.from({ length: slots }, (_, slot) => series.map(({ values }) => values[slot] ?? 0));
  return Math.max(0, ...bySlot.map((values) => (kind === 'bars' ? sum(values) : Math.max(0, ...values))));
}

/** The minimum height of a bar's part, as a share of the chart: small values stay visible next to large ones. */
const minPart = 0.02;

/** Stacked bars. Their parts are boxes, because the corners in a stretched picture wouldn't be round. */
const Bars = ({ series, slots, top }: { series: readonly Series[]; slots: number; top: number }) => (
  <div className={classes.bars} aria-hidden>
    {[...Array(slots).keys()].map((slot) => (
      <span key={slot} className={classes.bar}>
        {series.map(({ name, color, values }) => {
          const value = values[slot] ?? 0;
          if (value === 0) return null;
          return (
            <i key={name} style={{ height: `${Math.max(minPart, value / top) * 100}%`, background: color }} />
          );
        })}
      </span>
    ))}
  </div>
);

/** The first series is drawn last, so that others don't cover it. */
function Lines({ series, top }: { series: readonly Series[]; top: number }) {
  return series.toReversed().map(({ name, color, values }) => (
    <g key={name} fill="none" stroke={color} strokeLinecap="round">
      <path className={classes.bridge} d={bridgeOf(values, top)} vectorEffect="non-scaling-stroke" />
      <path
        d={values.map((_, slot) => pathPart(values, slot, top)).join('')}
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      {/* A line without length and with round ends is a circle, even in a stretched picture. */}
      <path
        className={classes.dots}
        d={values.map((_, slot) => dotOf(values, slot, top)).join('')}
        vectorEffect="non-scaling-stroke"
      />
    </g>
  ));
}

/** A faint line over the gaps, so that the eye finds the next value. */
const bridgeOf = (values: Series['values'], top: number) =>
  values
    .flatMap((value, slot) => (value === undefined ? [] : [`${slot + 0.5} ${top - value}`]))
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${point}`)
    .join('');

/** Continues a line, or starts one after a gap. A value without neighbors becomes a dot. */
function pathPart(values: Series['values'], slot: number, top: number): string {
  const [before, value, after] = [values[slot - 1], values[slot], values[slot + 1]];
  if (value === undefined) return '';
  const y = top - value;
  if (before !== undefined) return `L${slot + 0.5} ${y}`;
  return after === undefined ? '' : `M${slot + 0.5} ${y}`;
}

function dotOf(values: Series['values'], slot: number, top: number): string {
  const [before, value, after] = [values[slot - 1], values[slot], values[slot + 1]];
  if (value === undefined || before !== undefined || after !== undefined) return '';
  return `M${slot + 0.5} ${top - value}h0`;
}

const Legend = ({
  kind,
  series,
  format,
}: {
  kind: 'bars' | 'lines';
  series: readonly Series[];
  format: (value: number) => string;
}) => (
  <figcaption className={classes.legend} data-kind={kind}>
    {series.map(({ name, color, values, summary, about }) => (
      <span key={name} title={about}>
        <i style={{ background: color }} />
        {name} <b>{summary ?? format(sum(values))}</b>
      </span>
    ))}
  </figcaption>
);

/** The values of one slot, next to it. */
function Values({
  series,
  slot,
  slots,
  title,
  format,
}: {
  series: readonly Series[];
  slot: number;
  slots: number;
  title: string;
  format: (value: number) => string;
}) {
  const isRight = slot > slots / 2;
  const side = isRight
    ? { right: `${100 - (slot / slots) * 100}%` }
    : { left: `${((slot + 1) / slots) * 100}%` };
  return (
    <div className={classes.values} style={side} role="status">
      <b>{title}</b>
      {series.map(({ name, color, values }) => {
        const value = values[slot];
        return (
          value !== undefined && (
            <span key={name}>
              <i style={{ background: color }} />
              {name} <b>{format(value)}</b>
            </span>
          )
        );
      })}
    </div>
  );
}
