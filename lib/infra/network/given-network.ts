import { Annotations } from 'aws-cdk-lib';
import { type ISecurityGroup, type IVpc, SecurityGroup, Subnet, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import type { StackSettings } from '../../config/stack/stack-settings.ts';
import type { LambdaNetwork } from './network.ts';

/**
 * A network that exists already, given by ids: nothing is looked up in the account, so a template can be made without
 * credentials. The owner of the network provides the routes: functions need a way to S3, DynamoDB, SQS and the web.
 */
export class GivenNetwork extends Construct implements LambdaNetwork {
  readonly placement: LambdaNetwork['placement'];

  constructor(scope: Construct, id: string, given: NonNullable<StackSettings['network']>) {
    super(scope, id);
    // CDK's types do not allow undefined in optional fields. The zones are required and never used.
    const vpc = Vpc.fromVpcAttributes(this, 'Network', {
      vpcId: given.vpc,
      availabilityZones: ['any'],
    }) as IVpc;
    // Nothing here changes routes, so the warning about unknown route tables does not matter.
    Annotations.of(this).acknowledgeWarning('@aws-cdk/aws-ec2:noSubnetRouteTableId');
    const subnets = given.subnets.map((subnet) => Subnet.fromSubnetId(this, subnet, subnet));
    this.placement = { vpc, vpcSubnets: { subnets }, securityGroups: this.groups(vpc, given.securityGroups) };
  }

  private groups(vpc: IVpc, ids: readonly string[] | undefined): ISecurityGroup[] {
    if (ids === undefined)
      return [new SecurityGroup(this, 'Outward', { vpc, description: 'Out to AWS and the web, nothing in' })];
    return ids.map((group) => SecurityGroup.fromSecurityGroupId(this, group, group, { mutable: false }));
  }
}
