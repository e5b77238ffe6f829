import classes from './sparkline.module.css';

const width = 100;
const height = 34;
/** Keeps the line's ends inside the picture. */
const margin = 2;
const dash = 4;

/** A small line without a scale, next to a number that it explains. A fainter line bridges missing values. */
export function Sparkline({
  values,
  color,
  max,
}: {
  values: readonly (number | null)[];
  color: string;
  /** The top of the scale. Without it, the highest value is the top. */
  max?: number;
}) {
  const top = Math.max(max ?? 0, 0.001, ...values.map((value) => value ?? 0));
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ index, x: xOf(index, values.length), y: yOf(value, top) }],
  );
  const isAt = (place: number, index: number) => points[place]?.index === index;
  const line = points
    .map(({ index, x, y }, place) => {
      if (isAt(place - 1, index - 1)) return `L${x} ${y}`;
      // A value without neighbors becomes a short dash.
      return isAt(place + 1, index + 1) ? `M${x} ${y}` : `M${Math.max(0, x - dash)} ${y}h${dash}`;
    })
    .join('');
  const isWhole = points.length === values.length && points.length > 1;
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
const yOf = (value: number, top: number) =>
  Math.round((height - margin - (value / top) * (height - 2 * margin)) * 10) / 10;
