/** Returns 128 random bits in hex. It works everywhere, whereas `crypto.randomUUID` is missing on http pages. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
