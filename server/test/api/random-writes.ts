import { expect } from 'vitest';
import { canariesIn, type Expected, type LeadValues } from './lead-model.ts';
import { newCanary, otherTextsOf, valuesOf } from './lead-model-workspaces.ts';
import { expectWritten, type MakeRequest, type Scene, someId, someTexts } from './random-scene.ts';

/** Returns one of a few idempotency keys that all users share, so that keys collide. */
const someKey = ({ random }: Scene): Record<string, string> =>
  random.chance(15) ? { 'Idempotency-Key': `key-${random.pick(3)}` } : {};

/** Generates values for a new lead, sometimes with a unique value that another lead already has. */
function someRecord(scene: Scene): Partial<LeadValues> {
  const { random, here, user } = scene;
  const owner = random.chance(60) ? user.id : random.oneOf(here.users).id;
  const record = { ...valuesOf(newCanary(here.number, owner), random.pick(10)), owner_id: owner };
  const theirs = someTexts(scene);
  if (random.chance(10))
    return { ...record, email: theirs.find((text) => text.includes('@')) ?? record.email };
  if (random.chance(10))
    return { ...record, reference: theirs.find((text) => text.startsWith('ref-')) ?? record.reference };
  return record;
}

/** Generates changes to a lead: new values for some fields, and sometimes empty ones. */
function someChange(scene: Scene): Partial<LeadValues> {
  const { random } = scene;
  const record = Object.entries(someRecord(scene)).filter(() => random.chance(40));
  return Object.fromEntries(
    record.map(([alias, value]) => [alias, alias !== 'tags' && random.chance(10) ? null : value]),
  );
}

const sentOf = (record: Partial<LeadValues>) => {
  const [canary] = canariesIn(JSON.stringify(record));
  return { ...record, ...(canary === undefined ? {} : otherTextsOf(canary)) };
};

export const create: MakeRequest = (scene) => {
  const record = someRecord(scene);
  return {
    method: 'POST',
    path: '/api/leads/new',
    body: { ...otherTextsOf(String(record.first_name)), ...record },
    headers: someKey(scene),
    check: (answer) =>
      expectWritten(answer, scene.here.model.create(scene.user, record, answer.json.lead?.id)),
  };
};

export const edit: MakeRequest = (scene) => {
  const [id, change] = [someId(scene), someChange(scene)];
  return {
    method: scene.random.oneOf(['PATCH', 'PUT']),
    path: `/api/leads/${id}`,
    body: change,
    headers: someKey(scene),
    check: (answer) =>
      expectWritten(answer, scene.here.model.edit(scene.user, scene.here.model.find(scene.user, id), change)),
  };
};

/** Generates a record for `edit`, identified by an ID, by unique values of an existing lead, or by both. */
function someMatch(scene: Scene): { id: number | undefined; change: Partial<LeadValues> } {
  const { random } = scene;
  const theirs = someTexts(scene);
  const named: Partial<LeadValues> = random.chance(60)
    ? { email: theirs.find((text) => text.includes('@')) ?? null }
    : { reference: theirs.find((text) => text.startsWith('ref-')) ?? null };
  const isById = random.chance(50);
  return {
    id: isById ? someId(scene) : undefined,
    change: { ...someChange(scene), ...(isById && random.chance(50) ? {} : named) },
  };
}

export const editMatching: MakeRequest = (scene) => {
  const { id, change } = someMatch(scene);
  return {
    method: 'PATCH',
    path: '/api/leads/edit',
    body: { id, ...change },
    headers: someKey(scene),
    check: (answer) => expectWritten(answer, scene.here.model.editMatching(scene.user, id, change)),
  };
};

export const remove: MakeRequest = (scene) => {
  const id = someId(scene);
  return {
    method: 'DELETE',
    path: `/api/leads/${id}`,
    check: (answer) =>
      expectWritten(answer, scene.here.model.remove(scene.user, scene.here.model.find(scene.user, id))),
  };
};

export const restore: MakeRequest = (scene) => {
  const deleted = scene.here.model.leads.filter(({ isDeleted }) => isDeleted);
  const id = deleted.length > 0 && scene.random.chance(70) ? scene.random.oneOf(deleted).id : someId(scene);
  return {
    method: 'POST',
    path: `/api/leads/${id}/restore`,
    headers: someKey(scene),
    check: (answer) => expectWritten(answer, scene.here.model.restore(scene.user, id)),
  };
};

/** Generates a batch of three items. Each item is compared with the model separately and in order. */
export const batch: MakeRequest = (scene) => {
  const { model } = scene.here;
  const records = Array.from({ length: 3 }, () => someRecord(scene));
  const matches = Array.from({ length: 3 }, () => someMatch(scene));
  const ids = Array.from({ length: 3 }, () => someId(scene));
  const [path, items, effect] = scene.random.oneOf<
    [string, unknown[], (index: number, id: number | undefined) => Expected]
  >([
    ['new', records.map(sentOf), (index, id) => model.create(scene.user, records[index] ?? {}, id)],
    [
      'edit',
      matches.map(({ id, change }) => ({ id, ...change })),
      (index) => model.editMatching(scene.user, matches[index]?.id, matches[index]?.change ?? {}),
    ],
    [
      'delete',
      ids.map((id) => ({ id })),
      (index) => model.remove(scene.user, model.find(scene.user, ids[index] ?? 0)),
    ],
  ]);
  return {
    method: 'POST',
    path: `/api/leads/batch/${path}`,
    body: { items },
    headers: someKey(scene),
    check: (answer) => {
      expect(answer.status).toBe(200);
      return items.flatMap((_, index) => {
        const result = answer.json.results[index];
        const text = JSON.stringify({ error: result.error });
        return expectWritten({ status: result.status, json: result, text }, effect(index, result.lead?.id));
      });
    },
  };
};
