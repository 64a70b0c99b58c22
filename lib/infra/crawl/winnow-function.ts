import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type Code,
  Handler,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { EventBridgeDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type AnyFunctionName, environment, functionName } from '../../config/stack/names.ts';
import type { StackSettings } from '../../config/stack/stack-settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import { isImage } from '../bundle/convert-image.ts';
import { grantConnecting, type LambdaNetwork } from '../network/network.ts';
import { runbookAlarm } from './alarm.ts';
import type { Encryption } from './encryption.ts';
import { functionShapes } from './function-shapes.ts';

export interface WinnowFunctionProps {
  readonly name: AnyFunctionName;
  readonly settings: StackSettings;
  readonly timing: Timing;
  readonly code: Code;
  /** The network of the function. Absent: none, with direct access to the internet. */
  readonly network?: LambdaNetwork | undefined;
  readonly encryption: Encryption;
}

/** A function that tables, bucket and queue give permissions and the variables that their clients read. */
export interface Granted {
  /** Adds a permission to its role. */
  allow(actions: readonly string[], resources: readonly string[]): void;
  /** Sets an environment variable; may be called again with the same value. */
  setVariable(name: string, value: string): void;
}

/**
 * A Lambda with its own role, log group and alarm. At first it may only write its log; `grants.ts` lists the permissions
 * that the stack adds.
 */
export class WinnowFunction extends Construct implements Granted {
  readonly lambda: LambdaFunction;
  readonly name: AnyFunctionName;
  readonly physicalName: string;

  constructor(scope: Construct, id: string, props: WinnowFunctionProps) {
    super(scope, id);
    const { name, settings, timing, code, network, encryption } = props;
    const reserved = (settings.reservedConcurrency as Partial<Record<AnyFunctionName, number>>)[name];
    const shape = functionShapes[name];
    const physicalName = functionName(settings.stackName, name);
    this.name = name;
    this.physicalName = physicalName;
    const logGroup = new LogGroup(this, 'Log', {
      logGroupName: `/aws/lambda/${physicalName}`,
      retention: settings.logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
      ...encryption.ofLog,
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: physicalName,
      description: shape.description,
      ...(isImage(code)
        ? { runtime: Runtime.FROM_IMAGE, handler: Handler.FROM_IMAGE }
        : { runtime: Runtime.NODEJS_24_X, handler: 'index.handler' }),
      architecture: Architecture.ARM_64,
      code,
      memorySize: settings.memory[name === 'view' ? 'ops' : name],
      ...(shape.temporaryMb !== undefined && { ephemeralStorageSize: Size.mebibytes(shape.temporaryMb) }),
      timeout: Duration.millis(shape.timeoutMs(timing)),
      ...(shape.retries !== undefined && { retryAttempts: shape.retries }),
      ...(shape.waitsMs !== undefined && { maxEventAge: Duration.millis(shape.waitsMs) }),
      ...(shape.answersByEvent && {
        onSuccess: new EventBridgeDestination(),
        onFailure: new EventBridgeDestination(),
      }),
      recursiveLoop: shape.inCycle ? RecursiveLoop.ALLOW : RecursiveLoop.TERMINATE,
      environment: {
        NODE_OPTIONS: '--enable-source-maps',
        [environment.stack]: settings.stackName,
        [environment.turnSeconds]: String(settings.turnMaxSeconds),
        [environment.maxOutstanding]: String(settings.maxOutstanding),
      },
      // Our own role: the role that CDK would make may write to every log group of the account.
      role: new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }),
      logGroup,
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      ...network?.placement,
    });
    if (name === 'convert' && isImage(code)) this.setVariable(environment.programs, 'image');
    if (network !== undefined) grantConnecting(this.lambda, physicalName);
    encryption.grantUse(this.lambda.grantPrincipal);
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    if (shape.alarm === false) return;
    runbookAlarm(this, 'ErrorsAlarm', {
      settings,
      name: `${name}-fails`,
      essential: true,
      metric: this.lambda.metricErrors({ period: Duration.minutes(5) }),
      above: 0,
      periods: 3,
      what: `${physicalName} has failed again and again for a quarter of an hour.`,
      section: 'a-function-fails',
    });
  }

  allow(actions: readonly string[], resources: readonly string[]): void {
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
  }

  setVariable(name: string, value: string): void {
    this.lambda.addEnvironment(name, value);
  }
}
