import { z } from 'zod';

export const userName = z.string().trim().min(1).max(100);
export const roleId = z.number().int().positive();
