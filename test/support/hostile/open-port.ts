import type { Server } from 'node:net';
import { listen } from '../web/hostile-server.ts';

/** A port that somebody listens on, or nobody. */
export interface OpenPort {
  readonly port: number;
  /** Connections that are open on this side. */
  readonly connections: number;
  close(): Promise<void>;
}

/** Listens, and knows what is open. */
export async function opened(server: Server): Promise<OpenPort> {
  const open = new Set<{ destroy(): unknown }>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  });
  const port = await listen(server);
  return {
    port,
    get connections() {
      return open.size;
    },
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
