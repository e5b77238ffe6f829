import type { Expression, Member } from '../language/ast.ts';
import type { LoopState, Runtime } from './runtime.ts';

/** The fields of `loop`, as in Twig. */
const fields: ReadonlyMap<string, (loop: LoopState) => unknown> = new Map<
  string,
  (loop: LoopState) => unknown
>([
  ['index', (loop) => loop.index0 + 1],
  ['index0', (loop) => loop.index0],
  ['revindex', (loop) => loop.length - loop.index0],
  ['revindex0', (loop) => loop.length - loop.index0 - 1],
  ['first', (loop) => loop.index0 === 0],
  ['last', (loop) => loop.index0 === loop.length - 1],
  ['length', (loop) => loop.length],
]);

export const loopFields: readonly string[] = [...fields.keys()];

export const isLoopPath = (node: Expression): node is Member =>
  node.kind === 'member' && (node.of.kind === 'name' ? node.of.name === 'loop' : isLoopPath(node.of));

/**
 * Reads `loop.field` or `loop.parent.loop.field`. Returns the field and how many loops outward it is, or
 * undefined for any other path. `loop` isn't a value, so iterations don't have to create one.
 */
export function readLoopPath(node: Member): { field: string; outwards: number } | undefined {
  const names: string[] = [];
  let part: Expression = node;
  for (; part.kind === 'member'; part = part.of) names.unshift(part.name);
  const field = names.pop() ?? '';
  const isOutwards = names.every((name, index) => name === (index % 2 === 0 ? 'parent' : 'loop'));
  return fields.has(field) && isOutwards && names.length % 2 === 0
    ? { field, outwards: names.length / 2 }
    : undefined;
}

export function compileLoopPath(node: Member): (rt: Runtime) => unknown {
  const { field = '', outwards = 0 } = readLoopPath(node) ?? {};
  const read = fields.get(field);
  return (rt) => {
    rt.step();
    let { loop } = rt;
    for (let count = outwards; count > 0; count--) loop = loop?.parent;
    return loop && read?.(loop);
  };
}
