import { z } from 'zod';
import { address, addresses, oneOf, port, type Variable, wholeNumber } from './rules.ts';

/**
 * Accepts a number of proxies, or the IP addresses of trusted proxies. `true` isn't accepted, because it would
 * trust every sender.
 */
const trustProxy = z.string().transform((value, context) => {
  if (value === 'false' || value === '0') return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  if (/^[0-9a-fA-F.:/, ]+$/.test(value)) return value.split(',').map((entry) => entry.trim());
  context.addIssue({
    code: 'custom',
    message: `must be the number of proxies, or their IP addresses separated by commas, not "${value}"`,
  });
  return z.NEVER;
});

/** Settings for where Hark's processes listen and how they find the engine. */
export const processVariables = {
  HOST: { about: 'IP address that the HTTP server listens on.', rule: z.string(), fallback: '127.0.0.1' },
  PORT: { about: 'Port that the HTTP server listens on.', rule: port, fallback: '8080' },
  TRUST_PROXY: {
    about:
      "Number of proxies in front of Hark, or their IP addresses. If it isn't set, forwarded headers are ignored.",
    rule: trustProxy.optional(),
  },
  PROXY_REWRITES_HEADER_NAMES: {
    about:
      'Set to 1 if the proxy in front of Hark changes the header `apikey` to `Apikey`, as Caddy and Traefik do. Hark then accepts both.',
    rule: oneOf(['0', '1']).transform((value) => value === '1'),
    fallback: '0',
  },
  METRICS_HOST: {
    about: 'IP address that the metrics server listens on.',
    rule: z.string(),
    fallback: '127.0.0.1',
  },
  METRICS_PORT: {
    about: 'Port of the metrics server. 0 picks a free port, which is printed at startup.',
    rule: port,
    fallback: '0',
  },
  WORK_METRICS_PORT: {
    about:
      'Port of the metrics server of `work`. It combines the metrics of all processes that `work` starts.',
    rule: port,
    fallback: '0',
  },
  LOG_LEVEL: {
    about: 'Minimum level of log messages.',
    rule: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
  },
  RESTATE_INGRESS_URL: {
    about:
      "The engine's ingress URL; for a cluster, the URLs of all nodes, separated by commas. If it is set, `up` doesn't start an engine.",
    rule: addresses('http:', 'https:').optional(),
  },
  RESTATE_ADMIN_URL: {
    about: "The engine's admin URL; for a cluster, the URLs of all nodes, separated by commas.",
    rule: addresses('http:', 'https:').optional(),
  },
  WORK_HOST: {
    about: 'IP address that `work` listens on for the engine.',
    rule: z.string(),
    fallback: '127.0.0.1',
  },
  WORK_PORT: { about: 'Port that `work` listens on for the engine.', rule: port, fallback: '9080' },
  WORK_PROCESSES: {
    about: 'Number of processes that `work` distributes its runs over. They share WORK_PORT.',
    rule: wholeNumber(1, 256),
    fallback: '1',
  },
  WORK_URL: {
    about: "URL at which the engine reaches `work`, if it isn't http://WORK_HOST:WORK_PORT.",
    rule: address('http:', 'https:').optional(),
  },
} satisfies Record<string, Variable>;
