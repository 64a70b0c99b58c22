import {
  type ISecurityGroup,
  type IVpc,
  SecurityGroup,
  type SubnetSelection,
  SubnetType,
} from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import type { LambdaNetwork } from './network.ts';

export interface TeamNetworkProps {
  readonly vpc: IVpc;
  readonly vpcSubnets?: SubnetSelection | undefined;
  readonly securityGroups?: readonly ISecurityGroup[] | undefined;
}

/** A network of the app that the crawl is part of. */
export class TeamNetwork extends Construct implements LambdaNetwork {
  readonly placement: LambdaNetwork['placement'];

  constructor(scope: Construct, id: string, { vpc, vpcSubnets, securityGroups }: TeamNetworkProps) {
    super(scope, id);
    const description = 'Out to AWS and the web, nothing in';
    this.placement = {
      vpc,
      vpcSubnets: vpcSubnets ?? { subnetType: SubnetType.PRIVATE_WITH_EGRESS },
      securityGroups: [...(securityGroups ?? [new SecurityGroup(this, 'Outward', { vpc, description })])],
    };
  }
}
