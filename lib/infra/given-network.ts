import { Annotations } from 'aws-cdk-lib';
import { type ISecurityGroup, type IVpc, SecurityGroup, Subnet, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import type { StackSettings } from '../config/stack/stack-settings.ts';
import type { LambdaNetwork } from './network.ts';

/**
 * A network that is there already, named by its ids: nothing is looked up in the account, so a template is made without
 * credentials. Its routes are its owner's: functions need a way to S3, DynamoDB, SQS and the web.
 */
export class GivenNetwork extends Construct implements LambdaNetwork {
  readonly placement: LambdaNetwork['placement'];

  constructor(scope: Construct, id: string, given: NonNullable<StackSettings['network']>) {
    super(scope, id);
    // CDK's own types leave out what is undefined in them. The zones are asked for and never used.
    const vpc = Vpc.fromVpcAttributes(this, 'Network', {
      vpcId: given.vpc,
      availabilityZones: ['any'],
    }) as IVpc;
    // Nothing here touches their routes.
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
