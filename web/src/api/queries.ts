import { QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ApiInput,
  type ApiResponse,
  CallError,
  call,
  isNotAllowed,
  type OperationName,
} from './call.ts';

const staleAfterMs = 5_000;
const maxRetries = 2;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleAfterMs,
      // Retry only if the server could not be reached. After an error response, a retry would only return the same error.
      retry: (count, error) => count < maxRetries && !(error instanceof CallError && error.status > 0),
      // A user without access gets one message for the whole page, from the error component of the route.
      throwOnError: isNotAllowed,
    },
  },
});

/** Caches a response by operation and input. */
export const query = <Name extends OperationName>(name: Name, input: ApiInput<Name>) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }): Promise<ApiResponse<Name>> => call(name, input, signal),
  });

/** Runs a change, then refetches the `stale` operations. */
export function useChange<Name extends OperationName>(name: Name, stale: readonly OperationName[] = []) {
  const client = useQueryClient();
  return useMutation<ApiResponse<Name>, Error, ApiInput<Name>>({
    mutationFn: (input) => call(name, input),
    onSuccess: async () => {
      await Promise.all(stale.map((operation) => client.invalidateQueries({ queryKey: [operation] })));
    },
  });
}
