/** Checks whether PostgreSQL can store a string: it accepts neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();
