import { aside, history, list, read, refused, search } from './random-reads.ts';
import type { MakeRequest, RandomRequest, Scene } from './random-scene.ts';
import { batch, create, edit, editMatching, remove, restore } from './random-writes.ts';

/** Every route of the REST API; what tells most comes more often. */
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

/** A random request of a random kind. */
export const randomRequest = (scene: Scene): RandomRequest => scene.random.oneOf(makers)(scene);
