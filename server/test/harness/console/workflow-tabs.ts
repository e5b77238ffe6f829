import type { Locator, Page } from 'playwright-core';

const linkIn = (page: Page, navigation: string, name: string): Locator =>
  page.getByRole('navigation', { name: navigation }).getByRole('link', { name, exact: true });

/** The link to a tab of a workflow's page. */
export const tabOf = (page: Page, name: string): Locator => linkIn(page, 'Workflow sections', name);

/** The link to a part of the Triggers tab. */
export const triggerPartOf = (page: Page, name: string): Locator => linkIn(page, 'Webhook sections', name);
