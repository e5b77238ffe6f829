/** Whether PostgreSQL can store a text: it takes neither a zero character nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();
