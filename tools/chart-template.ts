import { stringify } from 'yaml';
import { fail, type Node, parseTemplate, stagesOf } from './chart-parse.ts';

/**
 * Renders the part of Helm's template language that our chart uses. Anything else is an error, because this
 * exists only to test our chart, not to replace Helm (docs/design/deployment.md).
 */
export class ChartTemplates {
  readonly #defined = new Map<string, readonly Node[]>();
  readonly #files = new Map<string, readonly Node[]>();

  constructor(files: ReadonlyMap<string, string>) {
    for (const [name, text] of files) {
      const nodes = parseTemplate(name, text);
      this.#files.set(name, nodes);
      for (const node of nodes)
        if (node.kind === 'define') this.#defined.set(String(JSON.parse(node.head)), node.body);
    }
  }

  render(name: string, root: Readonly<Record<string, unknown>>): string {
    return this.#write(this.#files.get(name) ?? [], { dot: root, root, variables: new Map() });
  }

  #write(nodes: readonly Node[], scope: Scope): string {
    return nodes.map((node) => this.#writeOne(node, scope)).join('');
  }

  #writeOne({ kind, head, body, otherwise }: Node, scope: Scope): string {
    if (kind === 'text') return head;
    if (kind === 'define') return '';
    if (kind === 'output') return written(this.#evaluate(head, scope));
    const [, declared = '', pipeline = ''] = /^((?:\$\w+(?:, )?)*)(?: := )?(.*)$/s.exec(head) ?? [];
    if (kind !== 'range' && declared !== '') throw new Error(`${kind} ${head}: declares`);
    const value = this.#evaluate(declared === '' ? head : pipeline, scope);
    if (isEmpty(value)) return this.#write(otherwise, scope);
    if (kind === 'if') return this.#write(body, scope);
    if (kind === 'with') return this.#write(body, { ...scope, dot: value });
    return entriesOf(value)
      .map((entry) =>
        this.#write(body, { ...scope, dot: entry[1], variables: named(declared, entry, scope) }),
      )
      .join('');
  }

  /** Evaluates a pipeline. Each stage's result is the last argument of the next stage. */
  #evaluate(pipeline: string, scope: Scope): unknown {
    let value: readonly unknown[] = [];
    for (const [first = '', ...others] of stagesOf(pipeline)) {
      const args = [...others.map((word) => this.#operand(word, scope)), ...value];
      value = [
        /^[a-z]/i.test(first) && !/^(true|false)$/.test(first)
          ? this.#call(first, args)
          : this.#operand(first, scope),
      ];
    }
    return value[0];
  }

  #operand(word: string, { dot, root, variables }: Scope): unknown {
    if (word.startsWith('(')) return this.#evaluate(word.slice(1, -1), { dot, root, variables });
    if (/^("|\d|true$|false$)/.test(word)) return JSON.parse(word);
    const [, variable, path = ''] =
      /^(\$\w*)?((?:\.\w+)*|\.)$/.exec(word) ?? fail(`unknown variable ${word}`);
    const from = variable === undefined ? dot : variable === '$' ? root : variables.get(variable);
    return path
      .split('.')
      .filter((key) => key !== '')
      .reduce((node, key) => (node as Record<string, unknown> | undefined)?.[key], from);
  }

  #call(name: string, args: readonly unknown[]): unknown {
    if (name !== 'include') return (functions[name] ?? fail(`unknown function ${name}`))(...args);
    const body = this.#defined.get(String(args[0])) ?? fail(`unknown template ${args[0]}`);
    return this.#write(body, { dot: args[1], root: args[1], variables: new Map() });
  }
}

interface Scope {
  readonly dot: unknown;
  readonly root: unknown;
  readonly variables: ReadonlyMap<string, unknown>;
}
const functions: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = {
  default: (fallback, value) => (isEmpty(value) ? fallback : value),
  quote: (value) => JSON.stringify(written(value)),
  nindent: (depth, text) => `\n${String(text).replace(/^/gm, ' '.repeat(Number(depth)))}`,
  toYaml: (value) => stringify(value, { sortMapEntries: true, indentSeq: false, lineWidth: 0 }).trimEnd(),
  printf: (format, ...args) =>
    args.reduce((text: string, one) => text.replace('%s', written(one)), String(format)),
  dict: (...pairs) =>
    Object.fromEntries(pairs.flatMap((key, at) => (at % 2 === 0 ? [[key, pairs[at + 1]]] : []))),
  required: (message, value) => (isEmpty(value) ? fail(String(message)) : value),
};

const entriesOf = (value: unknown): [unknown, unknown][] =>
  Array.isArray(value) ? [...value.entries()] : Object.entries(value as object).toSorted();

/** Binds the variables that a loop declares: only the value, or both key and value. */
function named(declared: string, entry: readonly [unknown, unknown], scope: Scope) {
  const names = declared.split(', ').filter((name) => name !== '');
  return new Map([
    ...scope.variables,
    ...names.map((name, at) => [name, entry[at + 2 - names.length]] as const),
  ]);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const written = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
