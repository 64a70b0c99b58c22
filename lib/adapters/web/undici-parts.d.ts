/**
 * The two parts of undici that make connections and send requests, by their own files: its index loads fetch,
 * WebSocket, mocks and caches too, half a megabyte of a bundle and a tenth of a second of every start.
 */
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export = Agent;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export = buildConnector;
}
