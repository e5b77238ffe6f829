/** Strings of the webhook on a workflow's Triggers tab. */
export const listenersTexts = {
  tabs: {
    call: 'Endpoint',
    settings: 'Options',
    tokens: 'Tokens',
    signatures: 'Signatures',
    browsers: 'CORS tester',
  },
  tabsLabel: 'Webhook sections',
  webhook: 'Webhook',
  both: {
    title: "Browsers can't call this webhook: both checks are enabled",
    plannedTitle: "Browsers can't call this webhook once you save: both checks are enabled",
    text: 'A browser first sends a preflight OPTIONS request without an Authorization header. The token check runs before the CORS check, so the preflight is rejected with 403 "Missing authentication token" and the browser never sends the real request.',
    advice:
      'Call the webhook from a server instead; servers send no preflight. Or disable one of the checks. Without the token check, anyone who knows the URL can call it from the allowed origins.',
    show: 'Open the CORS tester',
  },
  ceiling: {
    title: 'Rate limits',
    about: (perSecond: number, perDay: number) =>
      `All webhooks in this workspace share ${perSecond.toLocaleString()} requests per second. This webhook accepts up to ${perDay.toLocaleString()} per day. Requests over a limit get 429.`,
    change: 'Change limits',
    busiest: (count: number, most: number) =>
      `Busiest second in the last minute: ${count.toLocaleString()} of ${most.toLocaleString()} requests`,
    accepted: 'Accepted',
    chart: (total: number) =>
      `Requests per second to all webhooks in the last minute: ${total.toLocaleString()} accepted.`,
    refused: (count: number) => {
      if (count === 0) return 'No requests to this webhook were rejected by a limit in the last hour.';
      const requests = count === 1 ? '1 request was' : `${count.toLocaleString()} requests were`;
      return `At least ${requests} rejected by a limit in the last hour.`;
    },
  },
} as const;
