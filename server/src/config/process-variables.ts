import { z } from 'zod';
import { address, addresses, oneOf, port, type Variable, wholeNumber } from './rules.ts';

/** A number of proxies, or the IP addresses of trusted ones. `true` would trust every sender. */
const trustProxy = z.string().transform((value, context) => {
  if (value === 'false' || value === '0') return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  if (/^[0-9a-fA-F.:/, ]+$/.test(value)) return value.split(',').map((entry) => entry.trim());
  context.addIssue({
    code: 'custom',
    message: `must be the number of proxies in front, or their addresses separated by commas, not "${value}"`,
  });
  return z.NEVER;
});

/** Where Hark's processes listen, and how they find the engine. */
export const processVariables = {
  HOST: { about: 'Address that the HTTP server listens at.', rule: z.string(), fallback: '127.0.0.1' },
  PORT: { about: 'Port that the HTTP server listens at.', rule: port, fallback: '8080' },
  TRUST_PROXY: {
    about: 'How many proxies stand in front, or their addresses; without it forwarded headers are ignored.',
    rule: trustProxy.optional(),
  },
  METRICS_HOST: { about: 'Address of the metrics server.', rule: z.string(), fallback: '127.0.0.1' },
  METRICS_PORT: {
    about: 'Port of the metrics server; 0 takes any free one, named in the start-up lines.',
    rule: port,
    fallback: '0',
  },
  WORK_METRICS_PORT: {
    about: 'The same for `work`, whose processes are shown together.',
    rule: port,
    fallback: '0',
  },
  LOG_LEVEL: {
    about: 'Least severity of the log lines.',
    rule: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
  },
  RESTATE_INGRESS_URL: {
    about:
      "The engine's ingress; of a cluster all nodes', separated by commas. With it, `up` starts no engine of its own.",
    rule: addresses('http:', 'https:').optional(),
  },
  RESTATE_ADMIN_URL: {
    about: "The engine's admin address; of a cluster all nodes', separated by commas.",
    rule: addresses('http:', 'https:').optional(),
  },
  WORK_HOST: {
    about: 'Address that `work` listens at for the engine.',
    rule: z.string(),
    fallback: '127.0.0.1',
  },
  WORK_PORT: { about: 'Port that `work` listens at for the engine.', rule: port, fallback: '9080' },
  WORK_PROCESSES: {
    about: 'How many processes `work` spreads its runs over; they share WORK_PORT.',
    rule: wholeNumber(1, 256),
    fallback: '1',
  },
  WORK_URL: {
    about: 'Address by which the engine reaches `work`, where it is not http://WORK_HOST:WORK_PORT.',
    rule: address('http:', 'https:').optional(),
  },
} satisfies Record<string, Variable>;
