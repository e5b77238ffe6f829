import { QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, CallError, call, type Given, type OperationName } from './call.ts';

const freshMs = 5_000;
const tries = 2;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      // What the server refused once it refuses again; only silence is worth another try.
      retry: (count, error) => count < tries && !(error instanceof CallError && error.status > 0),
    },
  },
});

/** How an answer is remembered: by its operation, then by what it was given. */
export const query = <Name extends OperationName>(name: Name, given: Given<Name>) =>
  queryOptions({
    queryKey: [name, given] as const,
    queryFn: ({ signal }): Promise<Answer<Name>> => call(name, given, signal),
  });

/** A change; afterwards what `stale` names is read again. */
export function useChange<Name extends OperationName>(name: Name, stale: readonly OperationName[] = []) {
  const client = useQueryClient();
  return useMutation<Answer<Name>, Error, Given<Name>>({
    mutationFn: (given) => call(name, given),
    onSuccess: async () => {
      await Promise.all(stale.map((operation) => client.invalidateQueries({ queryKey: [operation] })));
    },
  });
}
