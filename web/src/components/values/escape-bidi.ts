/** Invisible characters that change the text direction. They can make text look like different text. */
const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Makes direction control characters visible, so untrusted text is shown in the order in which it is stored. */
export const escapeBidi = (text: string): string =>
  text.replace(directionControls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
