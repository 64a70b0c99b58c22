import { stopCloud } from './cloud.ts';

/** `npm run cloud:down`: stops what `cloud:up` started, and everything in it is gone. */
console.log((await stopCloud()) ? 'the local cloud is stopped' : 'no local cloud was running');
