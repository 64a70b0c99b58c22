import { Duration } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { CfnRegistry, CfnSchema } from 'aws-cdk-lib/aws-eventschemas';
import { Construct } from 'constructs';
import { commandDetailType, commandSource } from '../../config/operate/ops-event.ts';
import { opsExamples } from '../../config/operate/ops-examples.ts';
import type { StackSettings } from '../../config/stack/stack-settings.ts';
import type { WinnowFunction } from './winnow-function.ts';

export interface CommandEventsProps {
  readonly settings: Pick<StackSettings, 'stackName' | 'commandBus' | 'testEvents'>;
  readonly ops: WinnowFunction;
}

/** The registry of test events that all users of an account share ('Shareable test events', 2026-11). */
const testEventRegistry = 'lambda-testevent-schemas';

/**
 * Commands from the console: as events on a bus, where the settings ask for a bus, and as test events for the ops
 * function. Everyone who may put events on the bus may run every command, a purge too: a stack listens to a bus only if
 * its settings say so.
 */
export class CommandEvents extends Construct {
  /** The event bus whose events are commands; undefined: none. */
  readonly busName: string | undefined;

  constructor(scope: Construct, id: string, { settings, ops }: CommandEventsProps) {
    super(scope, id);
    const { stackName, commandBus, testEvents } = settings;
    const source = commandSource(stackName);
    const name = `${stackName}-commands`;
    const own = commandBus === 'own' ? new EventBus(this, 'Bus', { eventBusName: name }) : undefined;
    this.busName = commandBus === 'default' ? 'default' : own?.eventBusName;
    if (commandBus !== 'none') this.listen(name, source, ops, own);
    if (testEvents === 'none') return;
    const schema = new CfnSchema(this, 'TestEvents', {
      registryName: testEventRegistry,
      schemaName: `_${ops.physicalName}-schema`,
      description: `Events to try ${ops.physicalName} with`,
      type: 'OpenApi3',
      content: JSON.stringify(testEventSchema()),
    });
    if (testEvents !== 'first') return;
    schema.addResourceDependency(new CfnRegistry(this, 'Registry', { registryName: testEventRegistry }));
  }

  private listen(ruleName: string, source: string, ops: WinnowFunction, eventBus?: EventBus): void {
    new Rule(this, 'Rule', {
      ruleName,
      ...(eventBus !== undefined && { eventBus }),
      description: `Winnow: hands events of the source ${source} to ${ops.physicalName} as commands`,
      eventPattern: { source: [source], detailType: [commandDetailType] },
      targets: [new LambdaFunction(ops.lambda, { maxEventAge: Duration.hours(1), retryAttempts: 2 })],
    });
  }
}

/** The examples in the form in which Lambda's console stores test events: an OpenAPI document. */
function testEventSchema(): object {
  return {
    openapi: '3.0.0',
    info: { version: '1.0.0', title: 'Event' },
    paths: {},
    components: {
      schemas: {
        Event: { type: 'object', required: ['command'], properties: { command: { type: 'string' } } },
      },
      examples: Object.fromEntries(Object.entries(opsExamples).map(([name, value]) => [name, { value }])),
    },
  };
}
