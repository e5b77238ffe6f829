import { expect, onTestFinished, test } from 'vitest';
import { startMetricsServer } from '../../../src/http/server/metrics.ts';
import { createMetrics } from '../../../src/lib/telemetry/metrics.ts';
import { captureLog, startServer } from '../start-server.ts';

const address = { host: '127.0.0.1', port: 0 };

test('request durations are labeled by method, surface and status class only', async () => {
  const { ask, metrics } = await startServer();
  await ask('GET', '/api/x?apikey=k');
  await ask('GET', '/api/x');
  await ask('POST', '/listener/a/b', { body: 'x' });
  await ask('GET', '/healthz');
  await ask('GET', '/none', { host: 'other.example' });
  const own = await startMetricsServer(metrics.registry, { ...address, logger: captureLog().logger });
  onTestFinished(() => own.close());
  const read = async () => (await fetch(`http://127.0.0.1:${own.port}/metrics`)).text();
  await expect
    .poll(read)
    .toContain('http_server_request_duration_seconds_count{method="GET",surface="api",status_class="4xx"} 2');
  const text = await read();
  expect(text).toContain('_count{method="POST",surface="listener",status_class="4xx"} 1');
  expect(text).toContain('_count{method="GET",surface="health",status_class="2xx"} 1');
  expect(text).toContain('_count{method="GET",surface="console",status_class="4xx"} 1');
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).not.toContain('workspace');
});

test('metrics count rejections by reason, rate-limited requests separately, and accepted deliveries', async () => {
  const { ask, metrics } = await startServer();
  await ask('GET', '/api/x');
  const shown = () => metrics.registry.metrics();
  await expect.poll(shown).toMatch(/hark_requests_refused_total\{surface="api",reason="\w+"\} 1/);
  const request = {
    method: 'POST',
    surface: 'listener',
    status: 429,
    refusal: 'too_many',
    isAccepted: false,
  };
  metrics.observeRequest(request, 0.1);
  metrics.observeRequest({ ...request, status: 200, refusal: null, isAccepted: true }, 0.1);
  const text = await shown();
  expect(text).toContain('hark_requests_limited_total{surface="listener",reason="too_many"} 1');
  expect(text).not.toContain('hark_requests_refused_total{surface="listener"');
  expect(text).toContain('hark_deliveries_accepted_total 1');
});

test('the metrics port reports whether runs can be delivered, if the process knows', async () => {
  let isEngineOk = true;
  const { port, close } = await startMetricsServer(createMetrics().registry, {
    ...address,
    logger: captureLog().logger,
    isEngineOk: async () => isEngineOk,
  });
  onTestFinished(close);
  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    return [response.status, await response.json()];
  };
  expect(await read()).toEqual([200, { status: 'ready', parts: { engine: 'ok' } }]);
  isEngineOk = false;
  expect(await read()).toEqual([503, { status: 'unready', parts: { engine: 'failed' } }]);
});

test('metrics are served on a separate port that serves nothing else', async () => {
  const { port, close } = await startMetricsServer(createMetrics().registry, {
    ...address,
    logger: captureLog().logger,
  });
  onTestFinished(close);
  const status = async (path: string, method = 'GET') =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status;
  expect(await status('/metrics')).toBe(200);
  expect(await status('/metrics', 'HEAD')).toBe(200);
  expect(await status('/metrics', 'POST')).toBe(404);
  expect(await status('/')).toBe(404);
  expect(await status('/readyz')).toBe(404);
});

test('the start fails if the metrics port is in use', async () => {
  const { logger } = captureLog();
  const { port, close } = await startMetricsServer(createMetrics().registry, { ...address, logger });
  onTestFinished(close);
  await expect(
    startMetricsServer(createMetrics().registry, { host: '127.0.0.1', port, logger }),
  ).rejects.toThrow('EADDRINUSE');
});

test('the main server does not serve metrics', async () => {
  const { ask } = await startServer();
  expect((await ask('GET', '/metrics')).status).toBe(404);
});
