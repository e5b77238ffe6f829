import classes from './sparkline.module.css';

const width = 100;
const height = 34;
/** Keeps the line's ends inside the picture. */
const margin = 2;
/** The share of values that must exist. With fewer, the line would be mostly a bridge. */
const minShare = 1 / 3;

/** Returns whether there are enough values to show a trend. */
export const hasTrend = (values: readonly (number | null)[]): boolean =>
  values.filter((value) => value !== null).length >= values.length * minShare;

/** A small line without a scale, next to a number that it explains. A fainter line bridges missing values. */
export function Sparkline({
  values,
  color,
  range,
}: {
  values: readonly (number | null)[];
  color: string;
  /** The ends of the scale. Without it, the scale goes from 0 to the highest value. */
  range?: readonly [number, number];
}) {
  const [bottom, top] = range ?? [0, Math.max(0.001, ...values.map((value) => value ?? 0))];
  const points = values.flatMap((value, index) =>
    value === null
      ? []
      : [{ index, x: xOf(index, values.length), y: yOf((value - bottom) / (top - bottom)) }],
  );
  const isAt = (place: number, index: number) => points[place]?.index === index;
  // A value without neighbors becomes a dot: a line without length.
  const line = points
    .map(({ index, x, y }, place) =>
      isAt(place - 1, index - 1) ? `L${x} ${y}` : `M${x} ${y}${isAt(place + 1, index + 1) ? '' : 'h0'}`,
    )
    .join('');
  const isWhole = points.length === values.length;
  const bridge = points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      stroke={color}
      fill={color}
      aria-hidden
    >
      {isWhole && <path className={classes.area} d={`${line}L${width} ${height}L0 ${height}Z`} />}
      {!isWhole && <path className={classes.bridge} d={bridge} />}
      <path className={classes.base} d={`M0 ${height}H${width}`} />
      <path d={line} />
    </svg>
  );
}

const xOf = (index: number, count: number) =>
  Math.round(count > 1 ? (index / (count - 1)) * width * 10 : 0) / 10;
/** Returns the height of a value, which is a share of the scale. */
const yOf = (share: number) => Math.round((height - margin - share * (height - 2 * margin)) * 10) / 10;
