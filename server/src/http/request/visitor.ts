import type { FastifyRequest } from 'fastify';
import type { Visitor } from '../../core/sessions/index.ts';
import { isBehindUntrustedProxy } from '../base/untrusted-proxy.ts';

export const visitorOf = (request: FastifyRequest): Visitor => ({
  userAgent: request.headers['user-agent'],
  address: request.ip,
  isAddressShared: isBehindUntrustedProxy(request),
});
