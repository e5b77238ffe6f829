import type { Problem } from './template-error.ts';

const widest = 100;

/** A problem for people: the sentence, and below it the line of the source with a mark under the place. */
export function formatProblem(source: string, problem: Problem): string {
  const line = (source.split('\n', problem.line)[problem.line - 1] ?? '').replace(/\r$/, '');
  const start = problem.column > widest - 20 ? problem.column - widest / 2 : 0;
  const cut = line.slice(start, start + widest);
  const before = start > 0 ? '…' : '';
  const shown = `${before}${cut}${start + widest < line.length ? '…' : ''}`;
  const number = String(problem.line);
  // Tabs stay tabs, so that the mark stands below its character however wide they are shown.
  const indent = before.replace(/./, ' ') + cut.slice(0, problem.column - 1 - start).replace(/[^\t]/g, ' ');
  const hint = problem.suggestion === undefined ? '' : ` Did you mean ${problem.suggestion}?`;
  return [
    `Line ${problem.line}, column ${problem.column}: ${problem.message}${hint}`,
    `${number} | ${shown}`,
    `${' '.repeat(number.length)} | ${indent}^`,
  ].join('\n');
}
