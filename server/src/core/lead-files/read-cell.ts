import { unguardCell } from '../../lib/csv/write-record.ts';
import type { LeadField } from '../lead-fields/index.ts';

const yes = new Set(['true', 'yes', 'y', '1', 'x']);
const no = new Set(['false', 'no', 'n', '0']);

/**
 * A cell as the value that the API would be sent for it; what does not look like one is passed on as it is, and refused there
 * with the name of the field. An empty cell is undefined: it says nothing about the field.
 */
export function readCell({ type }: LeadField, cell: string): unknown {
  const text = unguardCell(cell);
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  switch (type) {
    case 'number':
    case 'integer':
    case 'user_id':
      return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
    case 'boolean': {
      const word = trimmed.toLowerCase();
      return yes.has(word) ? true : no.has(word) ? false : trimmed;
    }
    case 'tags':
    case 'multiselect':
      return readList(trimmed);
    case 'long_text':
      return text;
    default:
      return trimmed;
  }
}

/** Words between semicolons; a list as JSON where a word has one in it. */
function readList(text: string): unknown {
  if (text.startsWith('[')) {
    try {
      return JSON.parse(text);
    } catch {
      return [text];
    }
  }
  const words = text.split(';').map((word) => word.trim());
  return words.filter((word) => word !== '');
}
