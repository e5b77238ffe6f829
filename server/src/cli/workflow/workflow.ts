import { Command } from 'commander';
import { shadowCommand } from './shadow.ts';
import { startCommand } from './start.ts';
import { testCommand } from './test.ts';

export const workflowCommand = () =>
  new Command('workflow').addCommand(shadowCommand()).addCommand(startCommand()).addCommand(testCommand());
