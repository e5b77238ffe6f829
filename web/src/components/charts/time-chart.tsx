import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { periodTexts } from '../../texts/periods.ts';
import { linesUpTo, reachOf } from './scale.ts';
import { slotTitle, type TimeAxis, timeTicks } from './time-axis.ts';
import classes from './time-chart.module.css';

export interface Series {
  readonly name: string;
  readonly color: string;
  /** One number per time slot, or none if there is nothing to measure in it. */
  readonly values: readonly (number | undefined)[];
  /** The legend's number. Without it, the legend shows the total. */
  readonly summary?: string;
  /** Explains the series on hover, for example a statistical term. */
  readonly about?: string;
}

interface TimeChartProps {
  /**
   * `stacked` adds up the values of a slot. `nested` draws all of them from the base line, with smaller ones first and
   * in front, for example a median and a percentile.
   */
  readonly kind?: 'stacked' | 'nested';
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
  kind = 'stacked',
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
  const heights = heightsOf(kind, series, slots);
  // Counts are exact, so their bars are never cut.
  const reach = kind === 'stacked' ? Math.max(0, ...heights) : reachOf(heights);
  // An empty chart has no scale, only its base line.
  const lines = reach === 0 ? [0] : linesUpTo(reach, { isWhole: kind === 'stacked' });
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
          {!isLegendHidden && <Legend series={series} format={format} />}
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
          <Bars kind={kind} series={series} slots={slots} top={top} />
          <CutLabels heights={heights} top={top} format={format} />
          {reach === 0 && none !== undefined && <span className={classes.none}>{none}</span>}
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

/** The share of the axis that the label of a cut bar needs. */
const labelWidth = 0.1;

const maxLength = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));

/** Returns the height of each slot's bar. */
function heightsOf(kind: 'stacked' | 'nested', series: readonly Series[], slots: number): number[] {
  const bySlot = Array.from({ length: slots }, (_, slot) => series.map(({ values }) => values[slot] ?? 0));
  return bySlot.map((values) => (kind === 'stacked' ? sum(values) : Math.max(0, ...values)));
}

/** The bars are boxes, because the corners in a stretched picture wouldn't be round. */
const Bars = ({
  kind,
  series,
  slots,
  top,
}: {
  kind: 'stacked' | 'nested';
  series: readonly Series[];
  slots: number;
  top: number;
}) => (
  <div className={classes.bars} data-kind={kind} aria-hidden>
    {[...Array(slots).keys()].map((slot) => (
      <span key={slot} className={classes.bar}>
        {series.map(({ name, color, values }) => {
          const value = values[slot] ?? 0;
          return (
            value > 0 && (
              <i
                key={name}
                data-cut={value > top || undefined}
                style={{ height: `${Math.min(1, value / top) * 100}%`, background: color }}
              />
            )
          );
        })}
      </span>
    ))}
  </div>
);

/** The values of bars that are cut. Of neighbors whose labels would overlap, only the highest has one. */
const CutLabels = ({
  heights,
  top,
  format,
}: {
  heights: readonly number[];
  top: number;
  format: (value: number) => string;
}) =>
  [...heights.entries()].map(([slot, value]) => {
    const room = Math.ceil(heights.length * labelWidth);
    const nearby = heights.slice(Math.max(0, slot - room), slot + room + 1);
    return (
      value > top &&
      value === Math.max(...nearby) && (
        <span
          key={slot}
          className={classes.over}
          style={{ left: `${((slot + 0.5) / heights.length) * 100}%` }}
          aria-hidden
        >
          {format(value)}
        </span>
      )
    );
  });

const Legend = ({ series, format }: { series: readonly Series[]; format: (value: number) => string }) => (
  <figcaption className={classes.legend}>
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
