const numbers = new Intl.NumberFormat();
const countOf = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${numbers.format(count)} ${many}`;

export const undoTexts = {
  offer: 'Undo changes…',
  offerCreation: 'Undo creation…',
  offerAll: (name: string) => `Undo all changes by ${name} since then…`,
  titleOf: (name: string) => `Undo changes by ${name}`,
  titleOfJob: (name: string) => `Undo “${name}”`,
  titleOfRun: 'Undo what this run changed',
  help: 'Leads and fields go back to what they were before. Later changes by others stay.',
  which: 'Changes through',
  rest: 'REST API',
  agent: 'AI agents',
  since: 'Changes since',
  reverted: 'Fields restored',
  deleted: 'Leads deleted',
  restored: 'Leads restored',
  left: 'Left alone',
  of: (leads: number) => `In ${countOf(leads, 'lead', 'leads')}`,
  partial: (covered: number) =>
    `There are too many to preview. These figures cover the ${numbers.format(covered)} leads changed last.`,
  noChanges: 'No lead that you can see was changed.',
  nothing: 'Nothing can be undone. See the reasons below.',
  leftTitle: 'Left alone',
  lead: 'Lead',
  field: 'Field',
  whole: 'Whole lead',
  why: 'Reason',
  more: (count: number) => `and ${numbers.format(count)} more, listed in the result`,
  download: 'Download the list',
  confirm: 'Undo changes',
  again: 'You can undo the undo, too.',
} as const;
