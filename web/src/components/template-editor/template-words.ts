/** A word that can be put into a template. */
export interface TemplateWord {
  readonly name: string;
  readonly signature: string;
  readonly about: string;
}

/** Everything that a template editor offers: the language, and the values that can be read at this place. */
export interface TemplateWords {
  readonly functions: readonly TemplateWord[];
  readonly filters: readonly TemplateWord[];
  readonly tests: readonly TemplateWord[];
  readonly tags: readonly TemplateWord[];
  /** Whole paths, such as `__data.email`; `signature` is an example of what stands there. */
  readonly variables: readonly TemplateWord[];
}

/** A mistake, with its place where that is known. Lines and columns count from 1. */
export interface TemplateMistake {
  readonly message: string;
  readonly line?: number | null | undefined;
  readonly column?: number | null | undefined;
}

export const noWords: TemplateWords = { functions: [], filters: [], tests: [], tags: [], variables: [] };

/** Whether there is anything in a text that makes something else of it. */
export const isTemplate = (source: string): boolean => /\{\{|\{%/.test(source);
