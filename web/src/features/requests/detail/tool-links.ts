/** Where a webhook's tools for testing are. */
const toolPath = (workflow: number) => `/workflows/${workflow}/triggers`;

/** A link to the token debugger, with what is known about the rejected token. The token itself isn't stored. */
export const tokenDebugger = (workflow: number, failed: string | null, at: string) => ({
  to: toolPath(workflow),
  search: { tab: 'tokens', at, ...(failed === null ? {} : { failed }) } as never,
});

/** A link to the signature debugger. The request's headers and body aren't stored. */
export const signatureDebugger = (workflow: number, failed: string, at: string) => ({
  to: toolPath(workflow),
  search: { tab: 'signatures', at, failed } as never,
});

/** A link to the CORS tester, with the rejected origin filled in. */
export const corsTester = (workflow: number, origin: string) => ({
  to: toolPath(workflow),
  search: { tab: 'browsers', ...(origin === '' ? {} : { origin }) } as never,
});
