import { Command } from 'commander';
import { addCommand } from './cells-add.ts';
import { listCommand } from './cells-list.ts';
import { mapCommand } from './cells-map.ts';
import { routeCommand } from './cells-route.ts';

/** `hark cells` (spec/cells). These commands only read and write files; they need no database. */
export const cellsCommand = () =>
  new Command('cells')
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(routeCommand())
    .addCommand(mapCommand());
