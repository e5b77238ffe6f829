import { isUtf8 } from 'node:buffer';
import { HarkError, invalid } from '../../../lib/errors.ts';
import { shown } from '../../../lib/shown.ts';
import { addField, emptyForm, type FormFields, requireFewFields } from './form-fields.ts';
import { readHeaderParameters } from './header-parameters.ts';

/** The max size of a part's headers, which are normally a line or two. */
const maximumHeadBytes = 8 * 1024;
const [carriageReturn, lineFeed, dash, space, tab] = [0x0d, 0x0a, 0x2d, 0x20, 0x09];

/**
 * Reads a multipart form's fields (RFC 7578), but not files (spec/listeners §6.1). Each byte is read a
 * bounded number of times: each search for a delimiter starts at the end of the previous one, and a part is
 * read only within its bounds.
 */
export function readMultipart(body: Buffer, contentType: string): FormFields {
  const boundary = readHeaderParameters(contentType).parameters.get('boundary') ?? '';
  // See RFC 2046 5.1.1. The length limit also bounds the cost of searching for the boundary.
  if (!/^[\x20-\x7e]{1,70}$/.test(boundary)) throw malformed('The Content-Type has no valid boundary.');
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const form = emptyForm();
  // The first delimiter may be on the first line, without a line break before it.
  const isFirstLine = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2));
  let behind = isFirstLine ? delimiter.length - 2 : behindNext(body, delimiter, 0);
  while (behind !== undefined) {
    const start = endOfLine(body, behind);
    if (start === undefined) return form;
    behind = behindNext(body, delimiter, start - 2);
    if (behind === undefined) break;
    requireFewFields(form.sent + 1);
    readPart(form, body.subarray(start, behind - delimiter.length));
  }
  throw malformed('The closing boundary is missing.');
}

/** Returns the index after the next delimiter, or undefined if there is none. */
function behindNext(body: Buffer, delimiter: Buffer, from: number): number | undefined {
  const found = body.indexOf(delimiter, from);
  return found === -1 ? undefined : found + delimiter.length;
}

/** Returns where the part after a delimiter starts, or undefined after the closing delimiter. */
function endOfLine(body: Buffer, from: number): number | undefined {
  if (body[from] === dash && body[from + 1] === dash) return undefined;
  let index = from;
  while (body[index] === space || body[index] === tab) index += 1;
  if (body[index] === carriageReturn && body[index + 1] === lineFeed) return index + 2;
  throw malformed("A boundary isn't followed by a line break.");
}

function readPart(form: FormFields, part: Buffer): void {
  const headEnd = part.subarray(0, maximumHeadBytes).indexOf('\r\n\r\n');
  if (headEnd === -1) throw malformed('A part has no headers, or its headers are too long.');
  const line = utf8TextOf(part.subarray(0, headEnd))
    .split('\r\n')
    .find((header) => /^content-disposition:/i.test(header));
  const { word, parameters } = readHeaderParameters(line?.slice('content-disposition:'.length) ?? '');
  const quotedName = parameters.get('name');
  if (word !== 'form-data' || quotedName === undefined) throw malformed('A part has no name.');
  const name = quotedName.replace(/%(0D|0A|22)/gi, (code) => decodeURIComponent(code));
  const content = part.subarray(headEnd + 4);
  const fileName = parameters.get('filename') ?? parameters.get('filename*');
  if (fileName === undefined) addField(form, name, utf8TextOf(content));
  // For an unused file input, browsers send a part without a file name and content.
  else if (fileName !== '' || content.length > 0) throw fileRefused(name);
  else form.sent += 1;
}

export function utf8TextOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw invalid(
    'not_utf8',
    "The body isn't valid UTF-8. Send text as UTF-8 and binary data as Base64 inside a field.",
  );
}

const malformed = (problem: string) =>
  invalid('malformed_form', `The body isn't a valid multipart form. ${problem}`);

/**
 * A file gets a 415 (spec/listeners §6.2). An error of kind `invalid` would get a 400, so the surface's
 * status table maps this code to 415.
 */
const fileRefused = (name: string) =>
  new HarkError(
    'invalid',
    'file_not_taken',
    `The field ${shown(name)} is a file, and files aren't accepted. Send a link to the file, or its content as text.`,
  );
