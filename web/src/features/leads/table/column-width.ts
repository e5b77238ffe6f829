const widths: Readonly<Record<string, number>> = {
  id: 90,
  first_name: 120,
  last_name: 130,
  email: 210,
  company: 150,
  status: 100,
  score: 90,
  owner: 125,
  zipcode: 100,
  state: 110,
  date_added: 140,
  date_modified: 140,
};

/** How wide a column is drawn; they share what is left over. */
export const widthOf = (alias: string): number => widths[alias] ?? 150;
