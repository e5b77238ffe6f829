import { useSuspenseQuery } from '@tanstack/react-query';
import { type Answer, keepFormToken } from './call.ts';
import { queries, query } from './queries.ts';

export type ConsoleSession = Answer<'GET /session'>;
export type Act = keyof ConsoleSession['acts'];

const sessionQuery = query('GET /session', {});

/** Before the first screen: who is signed in, and what every change must carry. */
export async function openSession(): Promise<void> {
  keepFormToken((await queries.ensureQueryData(sessionQuery)).form_token);
}

export const useSession = (): ConsoleSession => useSuspenseQuery(sessionQuery).data;

/** Whether the person may do something at all; the server asks again for each record. */
export function useMay(): (act: Act) => boolean {
  const { acts } = useSession();
  return (act) => acts[act] !== 'none';
}
