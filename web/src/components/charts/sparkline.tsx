import classes from './sparkline.module.css';

const width = 100;
const height = 34;
/** Keeps the line's ends inside the picture. */
const margin = 2;
/** The share of values that must exist. With fewer, the line would be mostly guessed. */
const minShare = 1 / 3;

/** Returns whether there are enough values to show a trend. */
export const hasTrend = (values: readonly (number | null)[]): boolean =>
  values.filter((value) => value !== null).length >= values.length * minShare;

/** A small line without a scale, next to a number that it explains. It goes straight from one known value to the next. */
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
  const line = values
    .flatMap((value, index) =>
      value === null ? [] : [`${xOf(index, values.length)} ${yOf((value - bottom) / (top - bottom))}`],
    )
    .join('L');
  const [first, last] = [values.findIndex(isKnown), values.findLastIndex(isKnown)];
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      stroke={color}
      fill={color}
      aria-hidden
    >
      <path className={classes.base} d={`M0 ${height}H${width}`} />
      {values.some(Boolean) && (
        <>
          <path
            className={classes.area}
            d={`M${line}L${xOf(last, values.length)} ${height}H${xOf(first, values.length)}Z`}
          />
          <path d={`M${line}`} />
        </>
      )}
    </svg>
  );
}

const isKnown = (value: number | null) => value !== null;
const xOf = (index: number, count: number) =>
  Math.round(count > 1 ? (index / (count - 1)) * width * 10 : 0) / 10;
/** Returns the height of a value, which is a share of the scale. */
const yOf = (share: number) => Math.round((height - margin - share * (height - 2 * margin)) * 10) / 10;
