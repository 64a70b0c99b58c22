import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { WinnowError } from '../lib/base/error.ts';
import { runningCloud } from './cloud.ts';
import { deployStack } from './deploy-stack.ts';
import { homes } from './state.ts';

/** `npm run cloud:deploy [-- --stack NAME --context key=value …]`: the stack, as `cdk deploy` would deploy it. */
const { values } = parseArgs({
  options: {
    stack: { type: 'string', default: 'winnow' },
    context: { type: 'string', multiple: true, default: [] },
  },
});

try {
  const cloud = await runningCloud(homes.own);
  if (cloud === undefined)
    throw new WinnowError('unavailable', 'no local cloud is running: npm run cloud:up');
  const context = Object.fromEntries(values.context.map(keyValue));
  const outDir = join(homes.own, 'cdk', values.stack);
  const outputs = await deployStack(cloud, values.stack, { context, outDir, verbose: true });
  for (const [name, value] of Object.entries(outputs)) console.log(`${name}: ${value}`);
} catch (error) {
  if (!(error instanceof WinnowError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function keyValue(argument: string): readonly [string, string] {
  const at = argument.indexOf('=');
  if (at < 1) throw new WinnowError('usage', `--context ${argument}: is not key=value`);
  return [argument.slice(0, at), argument.slice(at + 1)];
}
