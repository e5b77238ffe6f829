// A local HTTP server that collects what the product sends: the target of webhooks and of http.request steps.
// ./run picks its port (HARK_OUTSIDE_PORT) and lets the product call it (HARK_EGRESS_ALLOW); otherwise the egress guard rejects 127.0.0.1.
import http from 'node:http';
import { eventually } from './harness.mjs';

export const receiverUrl = `http://127.0.0.1:${process.env.HARK_OUTSIDE_PORT}`;

export async function openReceiver() {
  const received = [];
  const handlers = new Map();
  const server = http.createServer((req, res) => {
    const chunks = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks);
      let json;
      try { json = JSON.parse(body); } catch { json = undefined; }
      const path = req.url.split('?')[0];
      const request = { method: req.method, path, headers: req.headers, body, json, at: Date.now() };
      received.push(request);
      const { status = 200, headers = {}, text = 'ok' } = handlers.get(path)?.(request, of(path).length) ?? {};
      res.writeHead(status, headers).end(text);
    });
  });
  const of = (path) => received.filter((request) => request.path === path);
  await new Promise((resolve, reject) => server.once('error', reject).listen(Number(process.env.HARK_OUTSIDE_PORT), '127.0.0.1', resolve));
  return {
    of,
    url: (path) => receiverUrl + path,
    /** handler(request, count): the response to the nth request at a path; without a handler it is 200. */
    answer: (path, handler) => handlers.set(path, handler),
    /** Waits for matching requests at a path, and returns them. */
    wait: async (path, { count = 1, fits = () => true, forMs = 60_000 } = {}) => {
      const find = () => of(path).filter(fits);
      return eventually(() => find().length >= count && find(), { forMs }).catch(() => {
        throw new Error(`${count} request(s) expected at ${path}, got ${find().length} (and ${of(path).length - find().length} that do not match)`);
      });
    },
    close: () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); }),
  };
}
