import { WinnowError } from '../base/error.ts';

/** The least Node: its `node:sqlite` is complete and says no warning. A test holds it to `engines` in package.json. */
const least = { major: 24, minor: 16 } as const;

/** @throws WinnowError `unavailable` on an older Node. Call it before anything is imported that needs the newer one. */
export function requireNode(running: string = process.versions.node): void {
  const [major = 0, minor = 0] = running.split('.').map(Number);
  if (major > least.major || (major === least.major && minor >= least.minor)) return;
  throw new WinnowError(
    'unavailable',
    `winnow-crawler: Node ${least.major}.${least.minor} or later is needed, this is ${running}: \`npx node\` is the one that the package brings, others are at https://nodejs.org/`,
  );
}
