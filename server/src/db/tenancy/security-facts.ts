/** One thing that the catalog says, or should say, of a table or function; two walls are equal when their facts are. */
export interface Fact {
  kind: 'row security' | 'policy' | 'grant' | 'function';
  /** Or the signature of a function. */
  table: string;
  /** What it says, in full: comparing these texts compares the walls. */
  says: string;
  /** The statements that put it up or take it down. */
  putUp?: string;
  takeDown?: string;
}

/** The facts of `list` that `others` does not have. */
export function missingFrom(others: readonly Fact[], list: readonly Fact[]): Fact[] {
  const key = (fact: Fact) => `${fact.kind} ${fact.table} ${fact.says}`;
  const known = new Set(others.map(key));
  return list.filter((fact) => !known.has(key(fact)));
}
