/** Whether a Hark at this URL is ready, or only alive with `/healthz`. */
export async function isReady(address: string, path: '/readyz' | '/healthz' = '/readyz'): Promise<boolean> {
  const answer = await fetch(`${address}${path}`, { signal: AbortSignal.timeout(3_000) }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}
