/** The number of lines above zero that a chart aims for. */
const lineCount = 3;
const niceSteps = [1, 2, 2.5, 5, 10];

/**
 * Returns the values of a chart's horizontal lines, from zero to at least `max`. With `isWhole`, only whole
 * numbers: there is no half request.
 */
export function linesUpTo(max: number, { isWhole = true } = {}): number[] {
  const rough = Math.max(max, isWhole ? 1 : 0.001) / lineCount;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const nice = (niceSteps.find((step) => step * magnitude >= rough) ?? 10) * magnitude;
  const step = isWhole ? Math.max(1, Math.ceil(nice)) : nice;
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
