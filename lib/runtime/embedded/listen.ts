import type { Server } from 'node:http';

/**
 * Has a server answer on 127.0.0.1 alone; port 0 is any that is free.
 * @returns the port that it got. Rejects with what `listen` says, `EADDRINUSE` when another has the port.
 */
export function listenOnLoopback(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
