/** What a statement may carry as a parameter. Objects go in as JSON text, so that nothing is converted unseen. */
export type Parameter =
  | string
  | number
  | boolean
  | null
  | Date
  | Buffer
  | readonly string[]
  | readonly number[];

/** A statement with its parameters apart; the only form in which SQL travels. */
export class Statement {
  readonly strings: readonly string[];
  readonly values: readonly (Parameter | Statement)[];
  /** False where callers choose the text: neither it nor a statement that contains it is prepared under a name. */
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
 * Writes SQL as something to read: sql`select name from roles where workspace_id = ${workspace}`.
 * A value becomes a parameter, another statement is put in as it is; there is no way to put in raw text.
 */
export function sql(strings: TemplateStringsArray, ...values: (Parameter | Statement)[]): Statement {
  return new Statement(strings, values);
}

/** Conditions joined by a word. Callers choose how many there are and of which kind, so this gets no name. */
export const sqlJoin = (conditions: readonly Statement[], word: 'and' | 'or'): Statement =>
  new Statement(['(', ...conditions.slice(1).map(() => ` ${word} `), ')'], conditions, { isNamed: false });

/** The statement as PostgreSQL takes it. */
export interface WireStatement {
  text: string;
  values: Parameter[];
  name?: string;
}

const fixedTexts = new WeakMap<readonly string[], { text: string; name: string }>();
let nameCount = 0;

/** Only the code's own compositions are in here: their number is limited by the code, not by callers. */
const composedNames = new Map<string, string>();

/** A statement is prepared once per connection, under a name that belongs to its text. */
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
