/** A header's name (RFC 9110, 5.1), of at most 100 characters. */
export const headerNamePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

/** Returns whether a text can be a header's value: a single line of printable Latin-1 characters. */
export const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
