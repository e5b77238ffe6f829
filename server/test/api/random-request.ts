import { aside, history, list, read, refused, search } from './random-reads.ts';
import type { MakeRequest, RandomRequest, Scene } from './random-scene.ts';
import { batch, create, edit, editMatching, remove, restore } from './random-writes.ts';

/** Every REST API route. The routes most likely to leak data are listed more than once, so they are picked more often. */
const makers: readonly MakeRequest[] = [
  list,
  list,
  search,
  search,
  search,
  read,
  history,
  aside,
  create,
  create,
  edit,
  edit,
  editMatching,
  editMatching,
  remove,
  restore,
  batch,
  refused,
];

/** Generates a random request for a random route. */
export const randomRequest = (scene: Scene): RandomRequest => scene.random.oneOf(makers)(scene);
