import { Command } from 'commander';
import { startServe } from '../app/serve.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../lib/log.ts';
import { parentOf, untilStopped } from './shared/until-stopped.ts';

export const serveCommand = () =>
  new Command('serve')
    .description('Answer HTTP requests. Start as many as you like; PostgreSQL holds what they share.')
    .option('--port <port>', 'port to listen at (PORT)')
    .option('--host <host>', 'address to listen at (HOST)')
    .option('--with-parent <pid>', 'end when the process that started this one ends')
    .action(async (options: { port?: string; host?: string; withParent?: string }) => {
      const config = readConfig({
        ...(options.port === undefined ? {} : { PORT: options.port }),
        ...(options.host === undefined ? {} : { HOST: options.host }),
      });
      const logger = createLogger(config.LOG_LEVEL, 'serve');
      const stopped = untilStopped({ parent: parentOf(options.withParent) });
      const server = await startServe(config, logger);
      await stopped;
      await server.close();
    });
