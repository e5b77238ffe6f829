// Follows one request through two processes and to an external server, with a collector that receives OTLP over HTTP.
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { type Collector, startCollector } from '../harness/servers/otlp-collector.ts';
import { type OutsideServer, startOutside } from '../harness/servers/outside-server.ts';
import { startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

const canary = 'canary-5f2b7a90c4';
const trace = createHash('md5').update('a trace of ours').digest('hex');

test('request, run, step and outgoing call form one trace without credentials', async () => {
  const collector = await startCollector();
  const got: { traceparent: string | undefined; authorization: string | undefined }[] = [];
  const outside: OutsideServer = await startOutside((request, response) => {
    const { traceparent, authorization } = request.headers;
    got.push({ traceparent: traceparent?.toString(), authorization });
    response.end('{}');
  });
  const hark = await start(collector, outside);
  const { 'Traced one': url = '' } = await hark.apply({
    workflows: [
      {
        name: 'Traced one',
        steps: [
          { name: 'keep', type: 'set', values: { kept: '{{ __data.word }}' } },
          {
            name: 'tell',
            type: 'http.request',
            method: 'POST',
            url: `${outside.url}/hook?key=${canary}`,
            headers: { Authorization: `Bearer ${canary}` },
            body: { word: '{{ __data.kept }}' },
          },
        ],
      },
    ],
  });
  const answer = await fetch(`${url}?apikey=${canary}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${trace}-00f067aa0ba902b7-01`,
      'x-request-id': 'followed-1',
      cookie: `session=${canary}`,
    },
    body: JSON.stringify({ word: canary }),
  });
  expect(answer.status).toBe(200);
  const run = answer.headers.get('x-run-id');
  await eventually(() => collector.spans().filter(({ traceId }) => traceId === trace).length >= 5);

  const spans = collector.spans().filter(({ traceId }) => traceId === trace);
  const named = (name: string) => {
    const found = spans.find((span) => span.name === name);
    if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };
  const request = named('POST /listener/:first/:second');
  expect(request).toMatchObject({ parentSpanId: '00f067aa0ba902b7', service: 'hark-serve' });
  expect(request.attributes).toMatchObject({ 'hark.request_id': 'followed-1', 'hark.run_id': run });
  const work = named('run');
  expect(work).toMatchObject({ parentSpanId: request.spanId, service: 'hark-work' });
  expect(work.attributes).toMatchObject({ 'hark.run_id': run, 'hark.status': 'succeeded' });
  expect(named('step set').parentSpanId).toBe(work.spanId);
  const step = named('step http.request');
  expect(step.parentSpanId).toBe(work.spanId);
  const call = named('POST');
  expect(call).toMatchObject({ parentSpanId: step.spanId });
  expect(call.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 200 });
  expect(got).toEqual([{ traceparent: `00-${trace}-${call.spanId}-01`, authorization: `Bearer ${canary}` }]);
  expect(collector.received()).not.toContain(canary);

  // The log lines can be correlated too: the request's line and the worker's lines contain the run ID.
  await eventually(() => {
    expect(hark.output()).toMatch(new RegExp(`"request_id":"followed-1","run_id":"${run}"`));
    expect(hark.output()).toMatch(new RegExp(`"process":"work","run_id":"${run}".*"run ended"`));
  });
});

async function start(collector: Collector, outside: OutsideServer): Promise<WholeHark> {
  const hark = await startWholeHark('hark_test_tracing', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    HARK_EGRESS_ALLOW: outside.place,
    LOG_LEVEL: 'info',
  });
  onTestFinished(() => hark.remove());
  return hark;
}
