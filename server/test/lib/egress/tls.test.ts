import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { callWith } from './calls.ts';
import { partnerCertificate, partnerKey } from './certificate.ts';

/** A server with a certificate for partner.example that counts requests. */
async function startTls() {
  let requests = 0;
  const server = createServer({ key: partnerKey, cert: partnerCertificate }, (request, response) => {
    requests++;
    response.end(`${request.headers.host} ${(request.socket as { servername?: string }).servername}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const names = ['partner.example', 'other.example'];
  const { call } = callWith({
    allow: names.map((name) => `${name}:${port}`),
    resolve: async () => ['127.0.0.1'],
  });
  return { port, call, requests: () => requests };
}

test('an untrusted certificate stops the call before anything is sent', async () => {
  const server = await startTls();
  const failure = await server.call(`https://partner.example:${server.port}/`).catch((error: Error) => error);
  expect(failure).toMatchObject({
    kind: 'unreachable',
    message: "The server's TLS certificate is invalid.",
  });
  expect(server.requests()).toBe(0);
});

test('the certificate must match the host name, not the IP address', async () => {
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, partnerCertificate]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  const server = await startTls();
  const response = await server.call(`https://partner.example:${server.port}/`);
  expect(response.body.toString()).toBe(`partner.example:${server.port} partner.example`);
  await expect(server.call(`https://other.example:${server.port}/`)).rejects.toThrow(
    "The server's TLS certificate is invalid.",
  );
  expect(server.requests()).toBe(1);
});
