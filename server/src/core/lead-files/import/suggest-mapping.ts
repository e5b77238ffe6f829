import type { LeadField } from '../../lead-fields/index.ts';

/** Names that other programs use for our fields, normalized with `plain`. */
const others: Readonly<Record<string, string>> = {
  firstname: 'first_name',
  givenname: 'first_name',
  forename: 'first_name',
  lastname: 'last_name',
  surname: 'last_name',
  familyname: 'last_name',
  emailaddress: 'email',
  mail: 'email',
  phonenumber: 'phone',
  telephone: 'phone',
  mobilephone: 'mobile',
  mobilenumber: 'mobile',
  cell: 'mobile',
  companyname: 'company',
  organization: 'company',
  organisation: 'company',
  jobtitle: 'position',
  title: 'position',
  street: 'address1',
  address: 'address1',
  streetaddress: 'address1',
  town: 'city',
  region: 'state',
  province: 'state',
  zip: 'zipcode',
  postalcode: 'zipcode',
  postcode: 'zipcode',
  url: 'website',
  web: 'website',
  leadsource: 'source',
  leadstatus: 'status',
  labels: 'tags',
  owneremail: 'owner_id',
};

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Suggests a field for each column based on its heading. Uses each field at most once. */
export function suggestMapping(headings: readonly string[], fields: readonly LeadField[]): (string | null)[] {
  const known = new Map<string, string>(Object.entries(others));
  for (const { alias, label } of fields) known.set(plain(label), alias);
  // Aliases are set last and take precedence, because they are exact.
  for (const { alias } of fields) known.set(plain(alias), alias);
  const offered = new Set(fields.map(({ alias }) => alias));
  const taken = new Set<string>();
  return headings.map((heading) => {
    const alias = known.get(plain(heading));
    if (alias === undefined || !offered.has(alias) || taken.has(alias)) return null;
    taken.add(alias);
    return alias;
  });
}

/**
 * Returns the fields that a column can be mapped to: writable fields, and the ID, which identifies a lead.
 */
export const mappable = (fields: Iterable<LeadField>): LeadField[] =>
  [...fields].filter(({ alias, readOnly }) => !readOnly || alias === 'id');
