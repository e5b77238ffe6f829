import { makeRecord } from './generated-names.ts';
import { dateAt, type Kind, type Population, plantedAt, rarePiece } from './shape.ts';

/** A lead as the seeder writes it: the values as they would be sent, and what the service adds. */
export interface SeededLead {
  readonly id: number;
  readonly record: Readonly<Record<string, unknown>>;
  readonly creator: number;
  readonly date: Date;
}

/** How a planted value looks in a record; only names differ from lead to lead around their rare piece. */
const planted: Record<Kind, (piece: string, ordinary: string) => string> = {
  city: (piece) => `Port ${piece}`,
  segment: (piece) => `Segment ${piece}`,
  last_name: (piece, ordinary) => `${ordinary.slice(0, 3)}${piece}${ordinary.slice(3)}`,
  first_name: (piece, ordinary) => `${piece}${ordinary.toLowerCase()}`,
};

/** The lead with this id, which follows from the id alone. */
export function seededLead(population: Population, id: number): SeededLead {
  const position = id - population.firstLead;
  const record = makeRecord(id, position % 2 === 0);
  const found = plantedAt(population, position);
  if (found) record[found.kind] = planted[found.kind](rarePiece(found.number), String(record[found.kind]));
  record.owner_id = ownerAt(population, position);
  return { id, record, creator: population.firstUser, date: dateAt(population, position) };
}

/** The second user has his share; the others, without him, share the rest evenly. */
function ownerAt({ ownEvery, firstUser, users }: Population, position: number): number {
  if (position % ownEvery === ownEvery - 1) return firstUser + 1;
  const other = position % (users - 1);
  return firstUser + (other === 0 ? 0 : other + 1);
}
