/** Whether a Hark at this URL is ready. */
export async function isReady(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}
