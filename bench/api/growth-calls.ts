import { seededLead } from '../seed/seeded-lead.ts';
import { dateAt, hits, type Population, rarePiece, smallLeads } from '../seed/shape.ts';
import { type Call, type Caller, requestText } from './call.ts';
import type { World } from './setup.ts';
import type { Totals } from './totals.ts';

/** Builds one call in a workspace; records and values are chosen randomly each time. */
export type MakeCall = (population: Population) => Call;

const page = 100;
/** How far into the list the deep page starts: at lead 4,900,000 of 5 million. */
const deepShare = 0.98;

/**
 * Returns the reads for the growth ratios, by name. Each sends the same request to the large workspace and to
 * small ones.
 */
export function readingCalls({ port, random, shape }: World, totals: Totals) {
  const totalOf = ({ workspace }: Population) => totals.get(workspace) ?? -1;
  const listing = (path: string, total: number, population: Population, caller: Caller = 'admin'): Call => ({
    port,
    text: requestText(population, caller, 'GET', path),
    status: 200,
    list: { total, rows: Math.min(total, page) },
  });
  const searching = (population: Population, total: number, filter: object): Call => ({
    port,
    text: requestText(population, 'admin', 'POST', '/leads/search', { limit: page, filters: [filter] }),
    status: 200,
    list: { total, rows: Math.min(total, page) },
  });
  const piece = ({ firstPlanted, planted }: Population) => rarePiece(firstPlanted + random.pick(planted));
  return {
    list: (population) => listing(`/leads?limit=${page}`, totalOf(population), population),
    deep_page: (population) => {
      const start = Math.floor(shape.largeLeads * deepShare);
      const total = totalOf(population);
      const call = listing(`/leads?limit=${page}&orderBy=id&start=${start}`, total, population);
      return { ...call, list: { total, rows: Math.min(page, total - start) } };
    },
    own_list: (population) =>
      listing(`/leads?limit=${page}`, population.leads / population.ownEvery, population, 'own'),
    unique_search: (population) => {
      const id = population.firstLead + random.pick(population.leads);
      const { email } = seededLead(population, id).record;
      return searching(population, 1, { alias: 'email', operator: 'eq', value: email });
    },
    prefix_search: (population) =>
      searching(population, hits, { alias: 'first_name', operator: 'begins_with', value: piece(population) }),
    filter_city: (population) =>
      searching(population, hits, { alias: 'city', operator: 'eq', value: `Port ${piece(population)}` }),
    filter_custom: (population) =>
      searching(population, hits, {
        alias: 'segment',
        operator: 'eq',
        value: `Segment ${piece(population)}`,
      }),
    filter_date: (population) => {
      const first = random.pick(population.leads - hits);
      const value = [first, first + hits - 1].map((position) => dateAt(population, position).toISOString());
      return searching(population, hits, { alias: 'date_added', operator: 'between', value });
    },
    filter_contains: (population) =>
      searching(population, hits, { alias: 'last_name', operator: 'contains', value: piece(population) }),
  } satisfies Record<string, MakeCall>;
}

/**
 * Returns the writes for the growth ratios. Created leads are removed at the end, and deleted leads are
 * restored.
 */
export function writingCalls({ port, random }: World): Record<'create' | 'edit', MakeCall> {
  let made = 0;
  const run = Date.now().toString(36);
  return {
    create: (population) => {
      const { owner_id: _, ...record } = seededLead(
        population,
        population.firstLead + (++made % smallLeads),
      ).record;
      const email = `created.${run}.${made}@bench.example`;
      // None of the measured filters matches these values.
      const fresh = { first_name: 'New', last_name: 'Lead', city: 'Here', segment: 'Fresh', status: 'Fresh' };
      const body = { ...record, ...fresh, email };
      const text = requestText(population, 'admin', 'POST', '/leads/new', body);
      return { port, text, status: 201, contains: `"email":"${email}"` };
    },
    edit: (population) => {
      const id = population.firstLead + random.pick(population.leads);
      const body = { position: `Edited ${++made} in ${run}`, score: random.pick(1_000) };
      const text = requestText(population, 'admin', 'PATCH', `/leads/${id}`, body);
      return { port, text, status: 200, contains: `"position":"${body.position}"` };
    },
  };
}

/** Returns calls that delete some leads and restore them, so the data stays unchanged. */
export function deletingCalls({ port, random }: World, populations: readonly Population[]): [Call[], Call[]] {
  const places = new Map(
    populations.map((population) => [population.firstLead + random.pick(population.leads), population]),
  );
  const calls = (method: string, path: string, status: number) =>
    [...places].map(
      ([id, population]): Call => ({
        port,
        text: requestText(population, 'admin', method, `/leads/${id}${path}`),
        status,
        contains: method === 'DELETE' ? undefined : `{"lead":{"id":${id},`,
      }),
    );
  return [calls('DELETE', '', 204), calls('POST', '/restore', 200)];
}
