import { type Config, version } from '../config.ts';
import type { Tracing } from '../lib/telemetry/tracing.ts';

/** Returns undefined if no collector is configured. OpenTelemetry isn't even loaded then. */
export async function openTracing(config: Config, process: 'serve' | 'work'): Promise<Tracing | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { createOtlpTracing } = await import('../lib/telemetry/otlp-tracing.ts');
  return createOtlpTracing({
    endpoint,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    service: config.OTEL_SERVICE_NAME ?? `hark-${process}`,
    version,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
  });
}
