/** What the beginnings of a workflow read. The address is reserved for examples (RFC 2606), so nobody gets mail by trying it out. */
export const exampleBody = '{"email": "lea@example.test", "first_name": "Lea", "last_name": "Lind"}';
