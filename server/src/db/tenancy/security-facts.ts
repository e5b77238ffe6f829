/** A policy, grant or setting of a table or function, as it is or should be in the catalog. */
export interface Fact {
  kind: 'row security' | 'policy' | 'grant' | 'function';
  /** The table's name, or the function's signature. */
  table: string;
  /** The complete definition. Two facts are equal if their definitions are equal. */
  says: string;
  /** The statements that create and remove it. */
  putUp?: string;
  takeDown?: string;
}

export function missingFrom(others: readonly Fact[], list: readonly Fact[]): Fact[] {
  const key = (fact: Fact) => `${fact.kind} ${fact.table} ${fact.says}`;
  const known = new Set(others.map(key));
  return list.filter((fact) => !known.has(key(fact)));
}
