import classes from './chip.module.css';
import { textHash } from './text-hash.ts';

const colorCount = 6;

/** A person's initials on a color that depends on their name. The name has to be next to it. */
export function PersonAvatar({ name, size = 24 }: { name: string; size?: number }) {
  const color = classes[`person${(textHash(name) % colorCount) + 1}`];
  return (
    <span
      className={`${classes.avatar} ${color}`}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.42) }}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  );
}

/** Returns the first letters of the first and the last word. Other characters could change the text direction. */
function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0]?.toUpperCase() ?? []);
  return letters.length > 1 ? `${letters[0]}${letters.at(-1)}` : (letters[0] ?? '');
}
