import { startWaitingWeb, type WaitingWebOptions } from './waiting-web.ts';

// A process of its own, so that its processor time is nobody else's: tells whoever forked it the seeds.
const web = await startWaitingWeb(JSON.parse(process.argv[2] ?? '') as WaitingWebOptions);
process.send?.(web.seeds);
