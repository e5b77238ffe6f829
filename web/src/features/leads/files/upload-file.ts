import { call } from '../../../api/call.ts';

/** A part becomes a third larger on its way, and the server takes at most 1 MiB at once. */
const partBytes = 512 * 1024;

/** Sends a file in parts. @returns the import that it became, not started yet */
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
  // Larger pieces would be too many arguments for one call.
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
