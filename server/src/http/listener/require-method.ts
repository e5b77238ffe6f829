import { pathOf } from '../base/request-target.ts';
import { MethodNotAllowed } from '../request/errors.ts';
import type { Delivery } from './delivery.ts';

/** Checks the method (spec/listeners §1.2). */
export function requireMethod({ method, url }: Delivery, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  const path = pathOf(url);
  throw new MethodNotAllowed(
    `No route found for ${method} ${path}: Method Not Allowed (Allow: ${allowed.join(', ')})`,
    allowed,
  );
}
