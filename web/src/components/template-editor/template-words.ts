/** A completion in a template. */
export interface TemplateWord {
  readonly name: string;
  readonly signature: string;
  readonly about: string;
}

/** All completions of a template editor: the language, and the values that the template can read. */
export interface TemplateWords {
  readonly functions: readonly TemplateWord[];
  readonly filters: readonly TemplateWord[];
  readonly tests: readonly TemplateWord[];
  readonly tags: readonly TemplateWord[];
  /** Values by full path, such as `__data.email`. Their `signature` is an example value. */
  readonly variables: readonly TemplateWord[];
}

/** A template error, with its position if known. Lines and columns are counted from 1. */
export interface TemplateProblem {
  readonly message: string;
  readonly line?: number | null | undefined;
  readonly column?: number | null | undefined;
}

export const noWords: TemplateWords = { functions: [], filters: [], tests: [], tags: [], variables: [] };

/** Whether a string contains template syntax. */
export const isTemplate = (source: string): boolean => /\{\{|\{%/.test(source);
