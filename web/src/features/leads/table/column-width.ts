const widths: Readonly<Record<string, number>> = {
  id: 90,
  first_name: 110,
  last_name: 120,
  email: 195,
  company: 145,
  status: 95,
  score: 90,
  owner: 120,
  zipcode: 100,
  state: 110,
};
/** A day with its year and time, on one line. */
const widthOfTime = 180;

/** How wide a column is drawn; they share what is left over. The usual ones fit beside the navigation of a small laptop. */
export const widthOf = ({ alias, type }: { alias: string; type: string }): number =>
  type === 'datetime' ? widthOfTime : (widths[alias] ?? 150);
