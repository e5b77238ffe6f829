/** The number of lines above zero that a chart aims for. */
const lineCount = 3;
const niceSteps = [1, 2, 2.5, 5, 10];
/** A chart of counts reaches at least this far, so that a single request doesn't fill it. */
const minTop = 4;
/** A value is an outlier if it exceeds the 90th percentile this many times. */
const outlierFactor = 4;

/**
 * Returns the values of a chart's horizontal lines, from zero to at least `highest`. With `isWhole`, only whole
 * numbers: there is no half request.
 */
export function linesUpTo(highest: number, { isWhole = true } = {}): number[] {
  const max = isWhole ? Math.max(highest, minTop) : highest;
  const rough = Math.max(max, 0.001) / lineCount;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const nice = (niceSteps.find((step) => step * magnitude >= rough) ?? 10) * magnitude;
  const step = isWhole ? Math.max(1, Math.ceil(nice)) : nice;
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Returns the value that a scale has to reach: the maximum, or less if outliers would make all other bars too small to read. */
export function reachOf(values: readonly number[]): number {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b);
  const max = sorted.at(-1) ?? 0;
  const usual = sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0;
  return max > usual * outlierFactor ? usual * 2 : max;
}
