/**
 * A request body with the fields that the starter workflows read. RFC 2606 reserves the `.test` domain, so no test sends
 * email to a real person.
 */
export const exampleBody = '{"email": "lea@example.test", "first_name": "Lea", "last_name": "Lind"}';
