/** Objects aren't allowed: callers pass JSON text, so nothing is converted implicitly. */
export type Parameter =
  | string
  | number
  | boolean
  | null
  | Date
  | Buffer
  | readonly string[]
  | readonly number[];

export class Statement {
  readonly strings: readonly string[];
  readonly values: readonly (Parameter | Statement)[];
  /** False if the statement's text depends on user input. Such a statement isn't prepared under a name. */
  readonly isNamed: boolean;

  constructor(
    strings: readonly string[],
    values: readonly (Parameter | Statement)[],
    { isNamed = true } = {},
  ) {
    this.strings = strings;
    this.values = values;
    this.isNamed = isNamed;
  }
}

/**
 * Builds a statement. Values become parameters and nested statements are inlined; there is no way to insert raw
 * text.
 */
export function sql(strings: TemplateStringsArray, ...values: (Parameter | Statement)[]): Statement {
  return new Statement(strings, values);
}

export const sqlJoin = (conditions: readonly Statement[], word: 'and' | 'or'): Statement =>
  new Statement(['(', ...conditions.slice(1).map(() => ` ${word} `), ')'], conditions, { isNamed: false });

export interface WireStatement {
  text: string;
  values: Parameter[];
  name?: string;
}

const fixedTexts = new WeakMap<readonly string[], { text: string; name: string }>();
let nameCount = 0;

/** Contains only statements composed in the code, so callers can't make it grow. */
const composedNames = new Map<string, string>();

/**
 * Converts a statement for pg. Its name is derived from its text, so each statement is prepared once per
 * connection.
 */
export function toWireStatement({ strings, values }: Statement): WireStatement {
  if (values.some((value) => value instanceof Statement)) return composedText(strings, values);
  let fixed = fixedTexts.get(strings);
  if (!fixed) {
    const text = strings.reduce((done, part, index) => `${done}$${index}${part}`);
    fixed = { text, name: `hark_${++nameCount}` };
    fixedTexts.set(strings, fixed);
  }
  return { ...fixed, values: values as Parameter[] };
}

function composedText(strings: readonly string[], values: Statement['values']): WireStatement {
  const parameters: Parameter[] = [];
  let isNamed = true;
  const write = (parts: readonly string[], holes: Statement['values']): string =>
    parts.reduce((done, part, index) => {
      const hole = holes[index - 1] as Parameter | Statement;
      if (!(hole instanceof Statement)) return `${done}$${parameters.push(hole)}${part}`;
      isNamed &&= hole.isNamed;
      return done + write(hole.strings, hole.values) + part;
    });
  const text = write(strings, values);
  return isNamed ? { text, values: parameters, name: composedNameOf(text) } : { text, values: parameters };
}

function composedNameOf(text: string): string {
  const name = composedNames.get(text) ?? `hark_${++nameCount}`;
  composedNames.set(text, name);
  return name;
}
