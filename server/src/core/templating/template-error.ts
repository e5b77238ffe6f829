/**
 * The kind of error: in the source, at run time, a limit that was exceeded, or a use of a secret that would
 * reveal it.
 */
export type ProblemCode = 'syntax' | 'runtime' | 'budget' | 'secret';

/**
 * Thrown inside the interpreter. Most code that throws it doesn't know the position in the source, so a
 * caller adds it. The message never contains a value, because it is logged (spec/templates §1.8).
 */
export class TemplateProblem extends Error {
  readonly code: ProblemCode;
  /** The offset in the source; undefined until the caller sets it. */
  at: number | undefined;
  readonly suggestion: string | undefined;

  constructor(code: ProblemCode, message: string, at?: number, suggestion?: string) {
    super(message);
    this.name = 'TemplateProblem';
    this.code = code;
    this.at = at;
    this.suggestion = suggestion;
  }
}

/** A problem with its position. Lines and columns count from 1. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly code: ProblemCode;
  readonly message: string;
  readonly suggestion?: string;
}

/** Converts the problem's offset to a line and column. */
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
