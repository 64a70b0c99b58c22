import { GetFunctionConcurrencyCommand, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { GetScheduleCommand } from '@aws-sdk/client-scheduler';
import { isDenied } from '../../adapters/aws/base/failure.ts';
import { type FunctionName, functionName, functionNames } from '../../config/stack/names.ts';
import type { Check } from '../shared/installation.ts';
import { type CheckResult, check } from './aws-check.ts';
import type { AwsParts } from './aws-parts.ts';

type Asked = Pick<AwsParts, 'lambda' | 'scheduler' | 'stack'>;

/** Something that people can switch off in the console, by which the crawl stands still. */
interface Switch {
  readonly name: string;
  readonly ask: (parts: Asked) => Promise<CheckResult>;
}

const triggered: readonly FunctionName[] = ['harvest', 'convert'];

/** Without these the crawl stands still; without the schedule `reharvest` only its pages grow old. */
const switches: readonly Switch[] = [
  ...triggered.map((name) => ({ name: `trigger of ${name}`, ask: (parts: Asked) => trigger(parts, name) })),
  ...functionNames.map((name) => ({
    name: `concurrency of ${name}`,
    ask: (parts: Asked) => concurrency(parts, name),
  })),
  ...['dispatch', 'recycle'].map((name) => ({
    name: `schedule ${name}`,
    ask: (parts: Asked) => schedule(parts, name),
  })),
];

/** One check for each switch of a stack. */
export async function* switchChecks(parts: Asked & Pick<AwsParts, 'environment'>): AsyncGenerator<Check> {
  for (const { name, ask } of switches) yield await check(name, () => ask(parts));
  // Without these the crawl goes on.
  const others = parts.environment.sinks === undefined ? ['reharvest'] : ['reharvest', 'sinks'];
  for (const name of others) yield await check(`schedule ${name}`, () => schedule(parts, name));
}

/** What is switched off of a stack, a sentence each. What these credentials may not see is left to `winnow doctor`. */
export async function stoppages(parts: Asked): Promise<readonly string[]> {
  const found = await Promise.all(
    switches.map(async ({ name, ask }) => {
      try {
        const { ok, detail } = await ask(parts);
        return ok === 'ok' ? [] : [`${name}: ${detail} (\`winnow doctor\` says what to do)`];
      } catch (error) {
        if (isDenied(error)) return [];
        throw error;
      }
    }),
  );
  return found.flat();
}

const running: readonly (string | undefined)[] = ['Enabled', 'Enabling', 'Creating', 'Updating'];

async function trigger({ lambda, stack }: Asked, name: FunctionName): Promise<CheckResult> {
  const FunctionName = functionName(stack, name);
  const { EventSourceMappings = [] } = await lambda.send(
    new ListEventSourceMappingsCommand({ FunctionName }),
  );
  const states = EventSourceMappings.map(({ State }) => State);
  if (states.some((state) => running.includes(state))) return { ok: 'ok', detail: `it is ${states.join()}` };
  const detail = states.length === 0 ? 'there is none' : `it is ${states.join()}`;
  return {
    ok: 'fail',
    detail: `${detail}, so nothing that waits in its queue is done`,
    advice: `enable it: Lambda console, ${FunctionName}, Configuration, Triggers`,
  };
}

async function concurrency({ lambda, stack }: Asked, name: FunctionName): Promise<CheckResult> {
  const FunctionName = functionName(stack, name);
  const { ReservedConcurrentExecutions: reserved } = await lambda.send(
    new GetFunctionConcurrencyCommand({ FunctionName }),
  );
  return reserved === 0
    ? {
        ok: 'fail',
        detail: 'its reserved concurrency is 0, so Lambda never runs it',
        advice: `aws lambda delete-function-concurrency --function-name ${FunctionName}`,
      }
    : { ok: 'ok', detail: reserved === undefined ? 'not reserved' : `${reserved} reserved` };
}

async function schedule({ scheduler, stack }: Asked, name: string): Promise<CheckResult> {
  const found = await scheduler.send(new GetScheduleCommand({ GroupName: stack, Name: name }));
  return found.State === 'ENABLED'
    ? { ok: 'ok', detail: `${found.ScheduleExpression}` }
    : {
        ok: 'warn',
        detail: `it is ${found.State}`,
        advice: 'enable it in the EventBridge Scheduler console, unless you meant it',
      };
}
