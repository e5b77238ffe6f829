import { isUtf8 } from 'node:buffer';
import { HarkError, invalid } from '../../../lib/errors.ts';
import { shown } from '../../../lib/shown.ts';
import { addField, emptyForm, type FormFields, requireFewFields } from './form-fields.ts';
import { readHeaderParameters } from './header-parameters.ts';

/** The headers of a part are a line or two. */
const maximumHeadBytes = 8 * 1024;
const [carriageReturn, lineFeed, dash, space, tab] = [0x0d, 0x0a, 0x2d, 0x20, 0x09];

/**
 * Reads the fields of a multipart form (RFC 7578) without files (spec/listeners §6.1). Each byte is read a
 * bounded number of times: the next delimiter is searched once, from the end of the last one, and a part is
 * read within its bounds.
 */
export function readMultipart(body: Buffer, contentType: string): FormFields {
  const boundary = readHeaderParameters(contentType).parameters.get('boundary') ?? '';
  // RFC 2046 5.1.1. The length also bounds the cost of searching for it.
  if (!/^[\x20-\x7e]{1,70}$/.test(boundary)) throw malformed('The Content-Type names no usable boundary.');
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const form = emptyForm();
  // The first delimiter may be the first line, without a line break before it.
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

/** The index after the next delimiter, if there is one. */
function behindNext(body: Buffer, delimiter: Buffer, from: number): number | undefined {
  const found = body.indexOf(delimiter, from);
  return found === -1 ? undefined : found + delimiter.length;
}

/** Where the part after a delimiter starts; undefined after the closing delimiter. */
function endOfLine(body: Buffer, from: number): number | undefined {
  if (body[from] === dash && body[from + 1] === dash) return undefined;
  let index = from;
  while (body[index] === space || body[index] === tab) index += 1;
  if (body[index] === carriageReturn && body[index + 1] === lineFeed) return index + 2;
  throw malformed('A boundary is not followed by a line break.');
}

function readPart(form: FormFields, part: Buffer): void {
  const headEnd = part.subarray(0, maximumHeadBytes).indexOf('\r\n\r\n');
  if (headEnd === -1) throw malformed('A part has no headers, or too long ones.');
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
  // Browsers send an unused file input without a name and without content.
  else if (fileName !== '' || content.length > 0) throw fileRefused(name);
  else form.sent += 1;
}

export function utf8TextOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw invalid(
    'not_utf8',
    'The body is not valid UTF-8. Send text as UTF-8, and anything else as Base64 inside a field.',
  );
}

const malformed = (problem: string) =>
  invalid('malformed_form', `This is not a valid multipart form. ${problem}`);

/** A file is 415 (spec/listeners §6.2). By kind it would be 400, so the surface's status table lists it. */
const fileRefused = (name: string) =>
  new HarkError(
    'invalid',
    'file_not_taken',
    `The field ${shown(name)} is a file. Files are not taken; send a link to it, or its content as text.`,
  );
