import { z } from 'zod';
import { isEmail } from '../lib/email.ts';
import { headerList, list, placeOf, portOf } from './list-rules.ts';
import { address, decimalNumber, notThis, secretAddress, type Variable } from './rules.ts';

/** Settings for outbound connections: workflows' HTTP requests, traces and email. */
export const outsideVariables = {
  HARK_EGRESS_PORTS: {
    about: 'Ports that workflows can send HTTP requests to, separated by commas.',
    rule: list(portOf, 'must be port numbers separated by commas'),
    fallback: '80,443,8080,8443',
  },
  HARK_EGRESS_ALLOW: {
    about:
      'Private hosts that workflows can send HTTP requests to, each with its port, separated by commas: `crm.internal:8080,127.0.0.1:9000`.',
    rule: list(placeOf, 'must be hosts with their port, such as crm.internal:8080, separated by commas'),
    fallback: '',
  },
  SECURITY_CONTACT: {
    about:
      "Where to report security issues: a `mailto:` or `https://` URL, published at `/.well-known/security.txt`. By default, it is where Hark's maintainers receive reports.",
    rule: address('mailto:', 'https:'),
    fallback: 'https://github.com/harkhq/hark/security/advisories/new',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      "An OTLP/HTTP collector for traces, such as `http://collector:4318`. If it isn't set, tracing is disabled.",
    rule: address('http:', 'https:').optional(),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: 'Headers for the collector: `name=value`, separated by commas.',
    rule: headerList,
    fallback: '',
  },
  OTEL_SERVICE_NAME: {
    about: 'The service name in traces, instead of `hark-serve` and `hark-work`.',
    rule: z.string().optional(),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    about:
      'The fraction of traces started by Hark that is kept, from 0 to 1. For traces started by a caller, the caller decides.',
    rule: decimalNumber(0, 1),
    fallback: '1',
  },
  SMTP_URL: {
    about:
      "The mail server: `smtp://user:password@host:587`, or `smtps://` for implicit TLS. If it isn't set, no email is sent.",
    rule: secretAddress('smtp:', 'smtps:').optional(),
  },
  SMTP_FROM: {
    about: "The sender's email address.",
    rule: z.string().refine(isEmail, notThis('must be an email address')),
    fallback: 'hark@localhost',
  },
} satisfies Record<string, Variable>;
