import { useSuspenseQuery } from '@tanstack/react-query';
import { type ApiResponse, setFormToken } from './call.ts';
import { queries, query } from './queries.ts';

export type ConsoleSession = ApiResponse<'GET /session'>;
export type Act = keyof ConsoleSession['acts'];

const sessionQuery = query('GET /session', {});

/** Loads the signed-in user and the CSRF token before the first screen is shown. */
export async function openSession(): Promise<void> {
  setFormToken((await queries.ensureQueryData(sessionQuery)).form_token);
}

/** Loads the session again after the server has replaced it, with its new CSRF token. */
export async function renewSession(): Promise<void> {
  setFormToken((await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })).form_token);
  await queries.invalidateQueries();
}

export const useSession = (): ConsoleSession => useSuspenseQuery(sessionQuery).data;

/** Whether the user's role allows an action at all. The server checks again for each record. */
export function useMay(): (act: Act) => boolean {
  const { acts } = useSession();
  return (act) => acts[act] !== 'none';
}
