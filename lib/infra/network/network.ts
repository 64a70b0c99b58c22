import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { FunctionOptions, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/** The network of a function. */
export interface LambdaNetwork {
  readonly placement: Pick<FunctionOptions, 'vpc' | 'vpcSubnets' | 'securityGroups'>;
}

/** What Lambda does with the role of a function in a network ('Giving Lambda functions access to a VPC'). */
const interfaceActions = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/**
 * Lets Lambda connect a function to a network, and denies the same to the function's own code.
 * @param physicalName the function's name, which its ARN is made of
 */
export function grantConnecting(lambda: LambdaFunction, physicalName: string): void {
  const self = Stack.of(lambda).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: physicalName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const all = { actions: interfaceActions, resources: ['*'] };
  lambda.addToRolePolicy(new PolicyStatement(all));
  const conditions = { ArnEquals: { 'lambda:SourceFunctionArn': self } };
  lambda.addToRolePolicy(new PolicyStatement({ ...all, effect: Effect.DENY, conditions }));
}
