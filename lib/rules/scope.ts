/** Which URLs a job accepts. */
export { coversHost } from './scope/host-index.ts';
export type { HostShare } from './scope/host-share.ts';
export { extensionOf, type ScopeCandidate } from './scope/measure-url.ts';
export { describeRefusal, type Scope, scopeOf } from './scope/scope.ts';
export { scopeDoubts } from './scope/scope-doubts.ts';
