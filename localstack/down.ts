import { stopCloud } from './cloud.ts';
import { homes } from './state.ts';

/** `npm run cloud:down`: stops what `cloud:up` started, and everything in it is gone. */
console.log((await stopCloud(homes.own)) ? 'the local cloud is stopped' : 'no local cloud was running');
