import type { Expression, TemplateTree } from '../language/ast.ts';
import { isSecret } from './partial-secrets.ts';
import { walkStatements } from './walk.ts';

export interface Reading {
  /** The first-level names read below the variable, as written. */
  readonly names: readonly string[];
  /** True if the variable is used as a whole or with a computed name, so any part of it may be read. */
  readonly all: boolean;
}

/**
 * What a template reads, determined statically. May contain more than the template actually reads, but never
 * less.
 */
export interface Analysis {
  readonly variables: readonly string[];
  readonly data: Reading;
  /** The literal part of every `__data.a.b.c` path, without `__data`. */
  readonly dataPaths: readonly string[];
  readonly steps: Reading;
  readonly secrets: readonly string[];
  /** The secrets without which the template may fail, because it has no fallback for them (spec/runs §2.5). */
  readonly requiredSecrets: readonly string[];
  /** Whether the body must be kept as received, because the template reads it (spec/listeners §6.8). */
  readonly readsRaw: boolean;
}

export const readsNothing: Analysis = {
  variables: [],
  data: { names: [], all: false },
  dataPaths: [],
  steps: { names: [], all: false },
  secrets: [],
  requiredSecrets: [],
  readsRaw: false,
};

interface Found {
  readonly names: Set<string>;
  readonly paths: Set<string>;
  all: boolean;
}

/**
 * Analyses a template. `given` contains the top-level variables. They can't be reassigned, so comparing names
 * is enough.
 */
export function analyseTemplate(tree: TemplateTree, given: ReadonlySet<string>): Analysis {
  const found = new Map<string, Found>();
  const of = (name: string): Found => {
    const known = found.get(name) ?? { names: new Set(), paths: new Set(), all: false };
    found.set(name, known);
    return known;
  };
  const withFallback = new Set<Expression>();
  const required = new Set<string>();
  walkStatements(tree.statements, {
    target: () => {},
    expression: (node) => {
      if (node.kind === 'coalesce') withFallback.add(node.left);
      if (node.kind === 'filter' && node.name === 'default') withFallback.add(node.of);
      if (isSecret(node) && !withFallback.has(node)) required.add(node.name);
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
    requiredSecrets: [...required],
    // True only if `__raw` is named: a template that prints all of `__data` doesn't need the body a second
    // time.
    readsRaw: data.names.includes('__raw'),
  };
}

const readingOf = (found: Found | undefined): Reading => ({
  names: [...(found?.names ?? [])],
  all: found?.all ?? false,
});

/** Splits `a.b.c` into its root and names. Returns undefined for any other expression. */
function pathOf(node: Expression): { root: string; names: string[] } | undefined {
  const names: string[] = [];
  let part = node;
  for (; part.kind === 'member'; part = part.of) names.unshift(part.name);
  return part.kind === 'name' ? { root: part.name, names } : undefined;
}
