import { ArnFormat, Stack } from 'aws-cdk-lib';
import {
  CfnEIP,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  NatProvider,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { FunctionOptions } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { WinnowFunction } from './winnow-function.ts';

export interface FixedEgressProps {
  /** Elastic addresses, each with a NAT gateway in an availability zone of its own. At least 1. */
  readonly addresses: number;
}

/** What Lambda itself does with the role of a function in a network ('Giving Lambda functions access to a VPC'). */
const interfaceActions = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/**
 * A network whose only way to the web is through addresses that stay the same, for sites that let a crawler in by
 * its address. S3 and DynamoDB are reached beside it: what a NAT gateway passes on is paid for by the gigabyte.
 */
export class FixedEgress extends Construct {
  /** The addresses, as the stack knows them once it is deployed. */
  readonly addresses: readonly string[];
  /** Puts a function into the network; it must be granted as well. */
  readonly placement: Pick<FunctionOptions, 'vpc' | 'vpcSubnets' | 'securityGroups'>;

  constructor(scope: Construct, id: string, { addresses }: FixedEgressProps) {
    super(scope, id);
    const elastic = Array.from(
      { length: addresses },
      (_, index) => new CfnEIP(this, `Address${index + 1}`, { domain: 'vpc' }),
    );
    this.addresses = elastic.map(({ attrPublicIp }) => attrPublicIp);
    // CDK's own types leave out what is undefined in them.
    const vpc = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
      maxAzs: addresses,
      natGateways: addresses,
      natGatewayProvider: NatProvider.gateway({
        eipAllocationIds: elastic.map(({ attrAllocationId }) => attrAllocationId),
      }),
      subnetConfiguration: [
        { name: 'Public', subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false },
        { name: 'Private', subnetType: SubnetType.PRIVATE_WITH_EGRESS },
      ],
      gatewayEndpoints: {
        S3: { service: GatewayVpcEndpointAwsService.S3 },
        DynamoDB: { service: GatewayVpcEndpointAwsService.DYNAMODB },
      },
      // It would take a custom resource, and nothing uses the default group.
      restrictDefaultSecurityGroup: false,
    }) as IVpc;
    const outward = new SecurityGroup(this, 'Outward', { vpc, description: 'Out to the web, nothing in' });
    this.placement = {
      vpc,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_WITH_EGRESS },
      securityGroups: [outward],
    };
  }

  /** Lets Lambda connect a function to the network, and denies the same to the function's own code. */
  grantUse({ lambda, physicalName }: WinnowFunction): void {
    const self = Stack.of(this).formatArn({
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
}
