/** Strings for the switch that enables a workflow and its webhook. */
export const workflowSwitchTexts = {
  label: 'Enabled',
  enable: 'Enable',
  disable: 'Disable…',
  title: 'Disable this webhook?',
  confirm: 'Disable',
  traffic: (count: number, isAtLeast: boolean) => {
    if (count === 0) return 'It received no requests in the last hour.';
    const requests = count === 1 ? '1 request' : `${count.toLocaleString()} requests`;
    return `This webhook received ${isAtLeast ? 'at least ' : ''}${requests} in the last hour.`;
  },
  consequence:
    'Callers will get 404, and nothing can start the workflow until you enable it again. Waiting runs continue.',
  enabled: 'Enabled. Requests are accepted from now on.',
  disabled: 'Disabled. Callers get 404 from now on.',
} as const;
