import { z } from 'zod';
import { startOutside } from './outside-server.ts';

/** A span as the collector receives it. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Receives spans as JSON (OTLP over HTTP) for the duration of a test. */
export interface Collector {
  readonly url: string;
  spans(): readonly CollectedSpan[];
  /** Everything that was received, including headers. */
  received(): string;
}

const attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, readValue(value)])));

const payload = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string().regex(/^[\da-f]{32}$/),
              spanId: z.string().regex(/^[\da-f]{16}$/),
              parentSpanId: z.string().optional(),
              attributes,
            }),
          ),
        }),
      ),
    }),
  ),
});

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  let received = '';
  const { url } = await startOutside((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part));
    request.on('end', () => {
      received += JSON.stringify([request.url, request.headers]) + text;
      for (const { resource, scopeSpans } of payload.parse(JSON.parse(text)).resourceSpans) {
        const service = String(resource.attributes['service.name']);
        for (const scope of scopeSpans) for (const span of scope.spans) spans.push({ service, ...span });
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return { url, spans: () => spans, received: () => received };
}

/** An attribute value such as `{ stringValue: "x" }` or `{ intValue: "1" }`. OTLP encodes 64-bit integers as strings in JSON. */
function readValue(value: Readonly<Record<string, unknown>>): unknown {
  if ('intValue' in value) return Number(value.intValue);
  return Object.values(value)[0];
}
