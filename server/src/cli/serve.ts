import { Command } from 'commander';
import { startServe } from '../app/serve/serve.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../lib/log.ts';
import { reportStarted } from '../lib/process/report-started.ts';
import { example } from './shared/example.ts';
import { parentOf, untilStopped } from './shared/until-stopped.ts';

export const serveCommand = () =>
  new Command('serve')
    .option('--port <port>', 'port to listen on (PORT)')
    .option('--host <host>', 'IP address to listen on (HOST)')
    .option('--with-parent <pid>', 'stop when this parent process exits')
    .addHelpText('after', example('hark serve --host 0.0.0.0 --port 8080'))
    .action(async (options: { port?: string; host?: string; withParent?: string }) => {
      const config = readConfig({
        ...(options.port === undefined ? {} : { PORT: options.port }),
        ...(options.host === undefined ? {} : { HOST: options.host }),
      });
      const logger = createLogger(config.LOG_LEVEL, 'serve');
      const stopped = untilStopped({ parent: parentOf(options.withParent) });
      const server = await startServe(config, logger);
      reportStarted();
      await stopped;
      await server.close();
    });
