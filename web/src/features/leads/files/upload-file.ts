import { call } from '../../../api/call.ts';

/** The size of one part. Base64 makes it a third larger, and the server accepts at most 1 MiB per request. */
const partBytes = 512 * 1024;

/** Uploads a file in parts. @returns the ID of the new import, which hasn't started yet */
export async function uploadFile(file: File, onProgress: (part: number) => void): Promise<number> {
  const { id } = await call('POST /leads/imports', { body: { name: file.name } });
  for (let at = 0; at < file.size; at += partBytes) {
    const content = await base64Of(file.slice(at, at + partBytes));
    await call('POST /leads/imports/:id/parts', { params: { id }, body: { starts_at: at, content } });
    onProgress(Math.min(1, (at + partBytes) / file.size));
  }
  return id;
}

async function base64Of(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let text = '';
  // A larger slice would exceed the maximum number of function arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
