#!/usr/bin/env node
import { Command } from 'commander';
import { applyCommand } from './cli/apply.ts';
import { auditCommand } from './cli/audit.ts';
import { doctorCommand } from './cli/doctor.ts';
import { migrateCommand } from './cli/migrate.ts';
import { serveCommand } from './cli/serve.ts';
import { upCommand } from './cli/up.ts';
import { workCommand } from './cli/work.ts';
import { version } from './config.ts';
import { HarkError } from './lib/errors.ts';

/** Wrong words, files or settings, as opposed to something that failed. */
const exitForBadInput = 2;

const program = new Command('hark')
  .description('The front door and engine room of a CRM workspace.')
  .version(version)
  .showHelpAfterError('(hark --help shows the commands, hark <command> --help one of them)')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitForBadInput));

for (const command of [
  upCommand(),
  serveCommand(),
  workCommand(),
  migrateCommand(),
  applyCommand(),
  auditCommand(),
  doctorCommand(),
]) {
  program.addCommand(command.copyInheritedSettings(program));
}

try {
  await program.parseAsync();
  process.exit();
} catch (error) {
  if (!(error instanceof HarkError)) throw error;
  console.error(`hark: ${error.message}`);
  process.exit(error.kind === 'invalid' ? exitForBadInput : 1);
}
