import { makeRecord } from './generated-names.ts';
import { dateAt, type Kind, type Population, plantedAt, rarePiece } from './shape.ts';

/** A lead as the seeder writes it: the values that a caller would send, and the values that Hark adds. */
export interface SeededLead {
  readonly id: number;
  readonly record: Readonly<Record<string, unknown>>;
  readonly creator: number;
  readonly date: Date;
}

/** How a planted value appears in each field. In names, it is a rare substring of an ordinary name. */
const planted: Record<Kind, (piece: string, ordinary: string) => string> = {
  city: (piece) => `Port ${piece}`,
  segment: (piece) => `Segment ${piece}`,
  last_name: (piece, ordinary) => `${ordinary.slice(0, 3)}${piece}${ordinary.slice(3)}`,
  first_name: (piece, ordinary) => `${piece}${ordinary.toLowerCase()}`,
};

/** Returns the lead with this ID. Everything in it is derived from the ID. */
export function seededLead(population: Population, id: number): SeededLead {
  const position = id - population.firstLead;
  const record = makeRecord(id, position % 2 === 0);
  const found = plantedAt(population, position);
  if (found) record[found.kind] = planted[found.kind](rarePiece(found.number), String(record[found.kind]));
  record.owner_id = ownerAt(population, position);
  return { id, record, creator: population.firstUser, date: dateAt(population, position) };
}

/** Returns a lead's owner. The second user owns a fixed share; the other users share the rest evenly. */
function ownerAt({ ownEvery, firstUser, users }: Population, position: number): number {
  if (position % ownEvery === ownEvery - 1) return firstUser + 1;
  const other = position % (users - 1);
  return firstUser + (other === 0 ? 0 : other + 1);
}
