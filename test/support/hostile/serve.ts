import { startHosts } from './hosts.ts';
import { makeAll } from './way.ts';

// A process of its own (`hostile-web.ts`): what floods and what is flooded must not share an event loop.
makeAll();
const hosts = await startHosts();
process.on('message', () => process.send?.({ connected: hosts.connected }));
process.on('disconnect', () => process.exit());
process.send?.({ ports: hosts.ports });
