import type { Expression, TemplateTree } from '../language/ast.ts';
import { walkStatements } from './walk.ts';

/** Which parts of one variable a template reads. */
export interface Reading {
  /** The first names below it, as they are written. */
  readonly names: readonly string[];
  /** It is used as a whole, or by a name that is computed: then everything in it may be read. */
  readonly all: boolean;
}

/** What a template reads, as far as that can be told without running it; never less than it does read. */
export interface Analysis {
  /** Top-level variables. */
  readonly variables: readonly string[];
  readonly data: Reading;
  /** Every `__data.a.b.c` as far as it is written, without `__data`. */
  readonly dataPaths: readonly string[];
  readonly steps: Reading;
  readonly secrets: readonly string[];
  /** Whether the body must be kept as received, because the template reads it (spec/listeners §6.8). */
  readonly readsRaw: boolean;
}

/** Of a source without any expression. */
export const readsNothing: Analysis = {
  variables: [],
  data: { names: [], all: false },
  dataPaths: [],
  steps: { names: [], all: false },
  secrets: [],
  readsRaw: false,
};

interface Found {
  readonly names: Set<string>;
  readonly paths: Set<string>;
  all: boolean;
}

/** Finds out what a template reads. `given` are the top-level variables: they cannot be set, so a name is enough. */
export function analyseTemplate(tree: TemplateTree, given: ReadonlySet<string>): Analysis {
  const found = new Map<string, Found>();
  const of = (name: string): Found => {
    const known = found.get(name) ?? { names: new Set(), paths: new Set(), all: false };
    found.set(name, known);
    return known;
  };
  walkStatements(tree.statements, {
    target: () => {},
    expression: (node) => {
      const path = pathOf(node);
      if (!path || !given.has(path.root)) return true;
      const { names, paths } = of(path.root);
      const [first] = path.names;
      if (first === undefined) of(path.root).all = true;
      else {
        names.add(first);
        paths.add(path.names.join('.'));
      }
      return false;
    },
  });
  const data = readingOf(found.get('__data'));
  return {
    variables: [...found.keys()],
    data,
    dataPaths: [...(found.get('__data')?.paths ?? [])],
    steps: readingOf(found.get('steps')),
    secrets: readingOf(found.get('secrets')).names,
    // Only where it is named: whoever prints all of `__data` did not ask for the body once more.
    readsRaw: data.names.includes('__raw'),
  };
}

const readingOf = (found: Found | undefined): Reading => ({
  names: [...(found?.names ?? [])],
  all: found?.all ?? false,
});

/** `a.b.c` as a root and names; undefined for anything else. */
function pathOf(node: Expression): { root: string; names: string[] } | undefined {
  const names: string[] = [];
  let part = node;
  for (; part.kind === 'member'; part = part.of) names.unshift(part.name);
  return part.kind === 'name' ? { root: part.name, names } : undefined;
}
