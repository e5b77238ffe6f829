import { z } from 'zod';
import { isEmail } from '../lib/email.ts';
import { headerList, list, placeOf, portOf } from './list-rules.ts';
import { address, decimalNumber, notThis, secretAddress, type Variable } from './rules.ts';

/** Outbound connections: workflows' HTTP requests, traces, mail. */
export const outsideVariables = {
  HARK_EGRESS_PORTS: {
    about: 'Ports that workflows may call outside, separated by commas.',
    rule: list(portOf, 'must be port numbers separated by commas'),
    fallback: '80,443,8080,8443',
  },
  HARK_EGRESS_ALLOW: {
    about:
      'Hosts that workflows may call although they are private, each with its port and separated by commas: `crm.internal:8080,127.0.0.1:9000`.',
    rule: list(placeOf, 'must be hosts with their port, such as crm.internal:8080, separated by commas'),
    fallback: '',
  },
  SECURITY_CONTACT: {
    about:
      'Where problems of security are reported: `mailto:` or `https://`. It is published at `/.well-known/security.txt`.',
    rule: address('mailto:', 'https:').optional(),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      'A collector for traces, by OTLP over HTTP: `http://collector:4318`. Without it nothing is traced.',
    rule: address('http:', 'https:').optional(),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: 'Headers for the collector, `name=value` separated by commas.',
    rule: headerList,
    fallback: '',
  },
  OTEL_SERVICE_NAME: {
    about: 'The name under which the collector shows us, instead of `hark-serve` and `hark-work`.',
    rule: z.string().optional(),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    about:
      'The share of traces that begin here and are kept, 0 to 1. For the others, whoever calls us decides.',
    rule: decimalNumber(0, 1),
    fallback: '1',
  },
  SMTP_URL: {
    about:
      'The mail server: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. Without it no mail is sent.',
    rule: secretAddress('smtp:', 'smtps:').optional(),
  },
  SMTP_FROM: {
    about: 'The address that mails come from.',
    rule: z.string().refine(isEmail, notThis('must be an email address')),
    fallback: 'hark@localhost',
  },
} satisfies Record<string, Variable>;
