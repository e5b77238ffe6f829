export { type Erased, erasePerson, type Person } from './erase-person.ts';
