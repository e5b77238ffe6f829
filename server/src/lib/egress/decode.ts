import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { unusable } from './failure.ts';

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);
const maxEncodings = 2;

/**
 * Undoes what `Content-Encoding` names, last one first. The number of encodings and the size after each are bounded, so that a few bytes
 * never become a gigabyte, in one step or in many.
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string,
  maximumBytes: number,
): Promise<Buffer> {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (encodings.length > maxEncodings) throw unusable('The answer is compressed several times over.');
  let decoded = body;
  for (const name of decoded.length > 0 ? encodings.reverse() : []) {
    const decode = decoders.get(name);
    if (!decode) throw unusable('The answer is compressed in a way that was not asked for.');
    decoded = await decode(decoded, { maxOutputLength: maximumBytes }).catch((error: unknown) => {
      throw unusable(
        (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
          ? `The answer has more than ${maximumBytes} bytes when it is unpacked.`
          : 'The answer is compressed and cannot be unpacked.',
      );
    });
  }
  return decoded;
}
