import type { Problem } from './template-error.ts';

const widest = 100;

/**
 * Formats a problem for display: the message, and below it the source line with a mark under the position.
 */
export function formatProblem(source: string, problem: Problem): string {
  const line = (source.split('\n', problem.line)[problem.line - 1] ?? '').replace(/\r$/, '');
  const start = problem.column > widest - 20 ? problem.column - widest / 2 : 0;
  const cut = line.slice(start, start + widest);
  const before = start > 0 ? '…' : '';
  const shown = `${before}${cut}${start + widest < line.length ? '…' : ''}`;
  const number = String(problem.line);
  // Tabs are kept, so the mark lines up at any tab width.
  const indent = before.replace(/./, ' ') + cut.slice(0, problem.column - 1 - start).replace(/[^\t]/g, ' ');
  const hint = problem.suggestion === undefined ? '' : ` Did you mean ${problem.suggestion}?`;
  return [
    `Line ${problem.line}, column ${problem.column}: ${problem.message}${hint}`,
    `${number} | ${shown}`,
    `${' '.repeat(number.length)} | ${indent}^`,
  ].join('\n');
}
