import type { Statement } from '../language/ast.ts';

/** Assigns every variable a slot in one list, so reading a variable needs no lookup by name. */
export class Scope {
  readonly strict: boolean;
  private readonly places = new Map<string, number>();

  constructor(strict: boolean) {
    this.strict = strict;
  }

  placeOf(name: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    this.places.set(name, this.places.size);
    return this.places.size - 1;
  }

  get names(): readonly string[] {
    return [...this.places.keys()];
  }
}

/** Returns the names that `set` assigns in these statements, except in inner loops. */
export function namesSetIn(statements: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (inner: readonly Statement[]): void => {
    for (const statement of inner) {
      if (statement.kind === 'set') for (const { target } of statement.pairs) names.add(target.name);
      else if (statement.kind === 'capture') {
        names.add(statement.target.name);
        walk(statement.body);
      } else if (statement.kind === 'if') {
        for (const { body } of statement.branches) walk(body);
        walk(statement.otherwise);
      } else if (statement.kind === 'for') {
        walk(statement.body);
        walk(statement.otherwise);
      }
    }
  };
  walk(statements);
  return names;
}
