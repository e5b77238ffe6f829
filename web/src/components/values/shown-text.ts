/** Characters that turn the direction of what follows: nobody sees them, and they show a text as another one. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A stranger's text as it is shown: in the order in which it is written. */
export const shownText = (text: string): string =>
  text.replace(turning, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
