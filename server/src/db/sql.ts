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

  constructor(strings: readonly string[], values: readonly (Parameter | Statement)[]) {
    this.strings = strings;
    this.values = values;
  }
}

/**
 * Writes SQL as something to read: sql`select name from roles where workspace_id = ${workspace}`.
 * A value becomes a parameter, another statement is put in as it is; there is no way to put in raw text.
 */
export function sql(strings: TemplateStringsArray, ...values: (Parameter | Statement)[]): Statement {
  return new Statement(strings, values);
}

/** Values as parameters, with commas between them. */
export const sqlList = (values: readonly Parameter[]): Statement =>
  new Statement(['', ...values.slice(1).map(() => ', '), ''], values);

/** The statement as PostgreSQL takes it. */
export interface WireStatement {
  text: string;
  values: Parameter[];
  name?: string;
}

const fixedTexts = new WeakMap<readonly string[], { text: string; name: string }>();
let nameCount = 0;

/** How many composed statements get a name; each costs memory on every connection. */
const mostComposedNames = 200;
const composedNames = new Map<string, string>();

/** A statement is prepared once per connection, under a name that belongs to its text. */
export function toWire({ strings, values }: Statement): WireStatement {
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
  const write = (parts: readonly string[], holes: Statement['values']): string =>
    parts.reduce((done, part, index) => {
      const hole = holes[index - 1] as Parameter | Statement;
      if (hole instanceof Statement) return done + write(hole.strings, hole.values) + part;
      return `${done}$${parameters.push(hole)}${part}`;
    });
  const text = write(strings, values);
  const name = composedNameOf(text);
  return name === undefined ? { text, values: parameters } : { text, values: parameters, name };
}

/** The first texts get a name and keep it; filters can make more of them than any connection should remember. */
function composedNameOf(text: string): string | undefined {
  let name = composedNames.get(text);
  if (name === undefined && composedNames.size < mostComposedNames) {
    name = `hark_${++nameCount}`;
    composedNames.set(text, name);
  }
  return name;
}
