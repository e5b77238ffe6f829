import { domainToASCII } from 'node:url';
import { Command } from 'commander';
import { routeHost } from '../../core/cells/index.ts';
import { changeFile } from '../../lib/change-file.ts';
import { invalid } from '../../lib/errors.ts';
import { example } from '../shared/example.ts';
import { fileOption } from './file-option.ts';

export const routeCommand = () =>
  new Command('route')
    .description('Route a host to a cell. A workspace with a separate listener host needs a route for both.')
    .argument('<host>', 'host name, without scheme and port')
    .argument('<cell>', 'name of the cell')
    .addOption(fileOption())
    .addHelpText('after', example('hark cells route acme.example.com eu2'))
    .action(async (given: string, cell: string, { file }: { file: string }) => {
      // Browsers send names in ASCII. A text that isn't a name becomes '', so check the original then.
      const host = domainToASCII(given) || given;
      await changeFile(file, (text) => {
        if (text === undefined)
          throw invalid('file_unreadable', `There is no ${file}. Create it with \`hark cells add\`.`);
        return routeHost(text, host, cell);
      });
      console.log(`${host} is routed to ${cell} in ${file}. \`hark cells map\` tells nginx.`);
    });
