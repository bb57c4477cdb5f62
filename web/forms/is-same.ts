import { hashKey } from '@tanstack/react-query';

/**
 * Whether two values have the same content. Both consist of what JSON can express. The order of fields does not count:
 * in a conflict, the server sends them as the database stores them.
 */
export const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other]);
