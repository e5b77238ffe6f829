import { describe, expect, test } from 'vitest';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { createMailer } from '../../src/lib/mail.ts';
import { startMailServer } from '../harness/servers/mail-server.ts';
import { startRaw } from '../harness/servers/outside-server.ts';

const mailerFor = (url: string) => createMailer({ url: new Secret(url), from: 'hark@acme.test' });
const mail = { to: 'ann@acme.test', subject: 'Hello', text: 'A text.', id: 'an-id' };

/** The header lines, with folded lines joined. */
const headersOf = (raw: string) => (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');

test('delivers an email with a stable message ID, marked as auto-generated', async () => {
  const server = await startMailServer();
  await mailerFor(server.url).send({ ...mail, subject: 'Grüße', text: 'Erste Zeile\n.\nzweite' });
  const [arrived] = server.arrived;
  expect(arrived).toMatchObject({ from: 'hark@acme.test', to: ['ann@acme.test'] });
  const headers = headersOf(arrived?.raw ?? '');
  expect(headers).toContain('From: Hark <hark@acme.test>');
  expect(headers).toContain('Message-ID: <an-id@acme.test>');
  expect(headers).toContain('Auto-Submitted: auto-generated');
  expect(headers.find((line) => line.startsWith('Subject:'))).toBe('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=');
});

test.each([
  'Hello\r\nBcc: eve@evil.test',
  'Hello\nBcc: eve@evil.test',
  'Hello\rBcc: eve@evil.test',
  'Hello\u2028Bcc: eve@evil.test',
  'Hello\u0000\u000b\u0085Bcc: eve@evil.test',
  'Hello\r\n\r\nBcc: eve@evil.test\r\n\r\n<script>',
  `${'x'.repeat(190)}\r\nBcc: eve@evil.test`,
])("a subject can't inject a header: %j", async (subject) => {
  const server = await startMailServer();
  await mailerFor(server.url).send({ ...mail, subject });
  const headers = headersOf(server.arrived[0]?.raw ?? '').map((line) => line.split(':')[0]);
  expect(headers.filter((name) => /bcc|script/i.test(name ?? ''))).toEqual([]);
  expect(server.arrived[0]?.to).toEqual(['ann@acme.test']);
});

test.each([
  'a@b.test, eve@evil.test',
  'a@b.test\r\nRCPT TO:<eve@evil.test>',
  '<eve@evil.test>',
  'nobody',
  '',
])('rejects the recipient %j', async (to) => {
  const server = await startMailServer();
  await expect(mailerFor(server.url).send({ ...mail, to })).rejects.toMatchObject({ isTemporary: false });
  expect(server.arrived).toEqual([]);
});

test("a lone dot in the text doesn't end the message", async () => {
  const server = await startMailServer();
  await mailerFor(server.url).send({ ...mail, text: 'a\r\n.\r\nMAIL FROM:<eve@evil.test>\r\nb' });
  expect(server.arrived.length).toBe(1);
});

describe('sending to a mail server that', () => {
  test.each([
    [450, 'recipient', true],
    [550, 'recipient', false],
    [451, 'data', true],
    [554, 'data', false],
  ] as const)(
    'responds %i at the %s stage fails temporarily or permanently',
    async (code, at, isTemporary) => {
      const server = await startMailServer({ refuse: [{ code, at }] });
      await expect(mailerFor(server.url).send(mail)).rejects.toMatchObject({
        isTemporary,
        message: `The mail server rejected the email (${code}).`,
      });
    },
  );

  test('is unreachable or closes the connection fails temporarily', async () => {
    const closing = await startRaw((socket) => socket.end());
    for (const url of [`smtp://127.0.0.1:${closing.port}`, 'smtp://127.0.0.1:9']) {
      await expect(mailerFor(url).send(mail)).rejects.toMatchObject({ isTemporary: true });
    }
  });

  test("doesn't respond fails within the timeout", async () => {
    const silent = await startRaw(() => undefined);
    const before = performance.now();
    await expect(mailerFor(`smtp://127.0.0.1:${silent.port}`).send(mail)).rejects.toThrow("isn't responding");
    expect(performance.now() - before).toBeLessThan(9_000);
  });

  test('rejects the password fails without revealing it', async () => {
    const server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('no')),
    });
    const failure = await mailerFor(`smtp://u%40x:p%2Fcanary@127.0.0.1:${server.port}`)
      .send(mail)
      .catch((error: Error) => error);
    expect(failure).toMatchObject({
      isTemporary: true,
      message: 'The mail server rejected the user and password of SMTP_URL.',
    });
    expect(JSON.stringify(failure)).not.toContain('canary');
  });
});

test('sends the user name and password from SMTP_URL', async () => {
  const logins: unknown[] = [];
  const server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      logins.push([username, password]);
      done(null, { user: username });
    },
  });
  await mailerFor(`smtp://u%40x:p%2Fw@127.0.0.1:${server.port}`).send(mail);
  expect([logins, server.arrived.length]).toEqual([[['u@x', 'p/w']], 1]);
});
