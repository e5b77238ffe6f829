/** What the author of a template did wrong: `syntax` when it is saved, `runtime` and `budget` when it is run. */
export class TemplateProblem extends Error {
  readonly code: 'syntax' | 'runtime' | 'budget';

  constructor(code: 'syntax' | 'runtime' | 'budget', message: string) {
    super(message);
    this.name = 'TemplateProblem';
    this.code = code;
  }
}
