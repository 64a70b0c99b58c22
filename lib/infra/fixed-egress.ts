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
import { Construct } from 'constructs';
import type { LambdaNetwork } from './network.ts';

export interface FixedEgressProps {
  /** Elastic addresses, each with a NAT gateway in an availability zone of its own. At least 1. */
  readonly addresses: number;
}

/**
 * A network whose only way to the web is through addresses that stay the same, for sites that let a crawler in by
 * its address. S3 and DynamoDB are reached beside it: what a NAT gateway passes on is paid for by the gigabyte.
 */
export class FixedEgress extends Construct implements LambdaNetwork {
  /** The addresses, as the stack knows them once it is deployed. */
  readonly addresses: readonly string[];
  readonly placement: LambdaNetwork['placement'];

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
}
