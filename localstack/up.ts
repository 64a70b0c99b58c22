import { parseArgs } from 'node:util';
import { WinnowError } from '../lib/base/error.ts';
import { startCloud } from './cloud.ts';
import { environmentOf } from './env.ts';
import { homes } from './state.ts';

/** `npm run cloud:up [-- --strict]`: a cloud on this machine, and how to talk to it. */
const { values } = parseArgs({ options: { strict: { type: 'boolean', default: false } } });

try {
  const cloud = await startCloud({
    home: homes.own,
    strict: values.strict,
    port: Number(process.env.WINNOW_CLOUD_PORT ?? 4566),
    startedBy: 'cloud:up',
    preferMiniStack: false,
    say: (line) => console.error(line),
  });
  const kind = {
    given: 'the endpoint of AWS_ENDPOINT_URL',
    localstack: 'LocalStack in Docker',
    ministack: 'MiniStack',
  };
  console.log(
    `# ${kind[cloud.emulator]} at ${cloud.endpoint}${cloud.strict ? ', IAM and TLS enforced' : ''}`,
  );
  for (const [name, value] of Object.entries(environmentOf(cloud))) console.log(`export ${name}=${value}`);
} catch (error) {
  if (!(error instanceof WinnowError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
