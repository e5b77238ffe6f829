/**
 * What kind of mistake it is: in the text of the template, while it ran, that it asked for too much, or that it uses a secret in a way
 * that would reveal it.
 */
export type ProblemCode = 'syntax' | 'runtime' | 'budget' | 'secret';

/**
 * Thrown inside the interpreter. Most throwers don't know their position in the source; the caller adds it.
 * The message never contains a value of the data, because it reaches logs (spec/templates §1.8).
 */
export class TemplateProblem extends Error {
  readonly code: ProblemCode;
  /** Where in the source, as an offset; undefined while nobody has said it. */
  at: number | undefined;
  /** What the author probably meant. */
  readonly suggestion: string | undefined;

  constructor(code: ProblemCode, message: string, at?: number, suggestion?: string) {
    super(message);
    this.name = 'TemplateProblem';
    this.code = code;
    this.at = at;
    this.suggestion = suggestion;
  }
}

/** One mistake, as an editor or a log shows it. Lines and columns count from 1. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly code: ProblemCode;
  readonly message: string;
  readonly suggestion?: string;
}

/** Turns an offset into line and column. */
export function problemAt(source: string, problem: TemplateProblem): Problem {
  const at = Math.min(problem.at ?? 0, source.length);
  let line = 1;
  let lineStart = 0;
  for (
    let index = source.indexOf('\n');
    index !== -1 && index < at;
    index = source.indexOf('\n', index + 1)
  ) {
    line++;
    lineStart = index + 1;
  }
  const place = { line, column: at - lineStart + 1, code: problem.code, message: problem.message };
  return problem.suggestion === undefined ? place : { ...place, suggestion: problem.suggestion };
}
