// Runs one suite and prints its document. main.ts starts this process and tells it which server to measure.

import { asAdministrator } from '../server/test/harness/scratch-database.ts';
import { printDocument, readMachine } from './document.ts';
import { readOptions } from './options.ts';
import { suites } from './suites.ts';

process.on('disconnect', () => process.exit(1));
const [name = '', ...flags] = process.argv.slice(2);
const options = readOptions(flags);
const machine = await asAdministrator(readMachine);
options.progress(`PostgreSQL: ${JSON.stringify(machine.postgres)}`);
const measured = await suites[name]?.(options);
if (!measured) throw new Error(`There is no suite ${name}.`);
printDocument({ ...measured, machine }, options.json);
process.exit((measured.wrong ?? []).length > 0 ? 1 : 0);
