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
  /** The number of Elastic IP addresses, each with a NAT gateway in its own availability zone. At least 1. */
  readonly addresses: number;
}

/**
 * A network that reaches the web only from fixed addresses, for sites that admit a crawler by its address. Gateway
 * endpoints lead to S3 and DynamoDB, because a NAT gateway is paid for by the gigabyte.
 */
export class FixedEgress extends Construct implements LambdaNetwork {
  /** The addresses; known once the stack is deployed. */
  readonly addresses: readonly string[];
  readonly placement: LambdaNetwork['placement'];

  constructor(scope: Construct, id: string, { addresses }: FixedEgressProps) {
    super(scope, id);
    const elastic = Array.from(
      { length: addresses },
      (_, index) => new CfnEIP(this, `Address${index + 1}`, { domain: 'vpc' }),
    );
    this.addresses = elastic.map(({ attrPublicIp }) => attrPublicIp);
    // CDK's types do not allow undefined in optional fields, and its own class has some.
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
      // Restricting the default group would take a custom resource, and nothing uses the group.
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
