import type { Server } from 'node:http';

/**
 * Lets a server listen on 127.0.0.1 only; port 0 means any free port.
 * @returns the port in use. Rejects with the error of `listen`: `EADDRINUSE` when another server has the port.
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
