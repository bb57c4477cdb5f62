import type { FastifyInstance } from 'fastify';
import { StartError } from '../start-error.ts';

/** Listens. @throws StartError if the address cannot be used */
export const listen = async (app: FastifyInstance, host: string, port: number): Promise<void> => {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartError(`The port ${port} is in use: stop the program that uses it, or set another PORT`);
    if (code === 'EACCES')
      throw new StartError(`This user is not allowed to use port ${port}: set another PORT`);
    if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(code ?? ''))
      throw new StartError(`The setting HOST ${host} is not an address of this machine`);
    throw error;
  }
};
