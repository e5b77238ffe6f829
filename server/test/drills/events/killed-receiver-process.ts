// A receiver that runs as a separate process, so that it can be killed. Arguments: its port, and the file to which it
// appends every event before it confirms it.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyEvent } from '../../chaos/partner.ts';

const [port, file = ''] = process.argv.slice(2);
createServer(async (request, response) => {
  const body = await text(request).catch(() => '');
  try {
    appendFileSync(file, `${JSON.stringify(verifyEvent(body, request.headers))}\n`);
  } catch {
    response.writeHead(401);
  }
  response.end();
}).listen(Number(port), '127.0.0.1', () => process.send?.('listening'));
