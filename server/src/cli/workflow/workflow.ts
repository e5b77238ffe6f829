import { Command } from 'commander';
import { startCommand } from './start.ts';
import { testCommand } from './test.ts';

export const workflowCommand = () =>
  new Command('workflow')
    .description('Start or test a workflow.')
    .addCommand(startCommand())
    .addCommand(testCommand());
