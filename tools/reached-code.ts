import ts from 'typescript';
import { resolve } from './error-message.ts';

/**
 * A function, variable or class in server/src, by file and name. If `alone` is set, the code that it calls
 * doesn't count.
 */
export interface Place {
  readonly file: string;
  readonly name: string;
  readonly alone?: true;
}

/**
 * Finds all code that these entry points can reach by name. Code that is reached only through an interface (the
 * database, the clock) needs a separate entry point. Code behind `closed` is left out.
 */
export function reachedFrom(
  program: ts.Program,
  root: string,
  entrances: readonly Place[],
  closed: readonly Place[] = [],
): Set<ts.Node> {
  const checker = program.getTypeChecker();
  const locate = ({ file, name }: Place): ts.Node => {
    const found = findNamed(program.getSourceFile(`${root}/${file}`), name);
    if (!found)
      throw new Error(`There is no ${name} in ${file}. Correct the entry points in tools/errors-page.ts.`);
    return found;
  };
  const reached = new Set<ts.Node>();
  const shut = new Set(closed.map(locate));
  const waiting = entrances.filter(({ alone }) => !alone).map(locate);
  for (const place of entrances) if (place.alone) collect(locate(place), reached);
  const visit = (node: ts.Node): void => {
    if (reached.has(node) || shut.has(node)) return;
    reached.add(node);
    const declaration = ts.isIdentifier(node) ? resolve(checker, node)?.valueDeclaration : undefined;
    if (declaration?.getSourceFile().fileName.startsWith(root) && !ts.isSourceFile(declaration))
      waiting.push(declaration);
    ts.forEachChild(node, visit);
  };
  for (let next = waiting.pop(); next; next = waiting.pop()) visit(next);
  return reached;
}

function collect(node: ts.Node, into: Set<ts.Node>): void {
  into.add(node);
  ts.forEachChild(node, (child) => collect(child, into));
}

function findNamed(node: ts.Node | undefined, name: string): ts.Node | undefined {
  if (!node) return undefined;
  const isIt =
    (ts.isFunctionLike(node) || ts.isVariableDeclaration(node) || ts.isClassDeclaration(node)) &&
    node.name !== undefined &&
    ts.isIdentifier(node.name) &&
    node.name.text === name;
  return isIt ? node : ts.forEachChild(node, (child) => findNamed(child, name));
}
