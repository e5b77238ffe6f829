export { type ErasedLead, erasePerson, type Person } from './erase-person.ts';
