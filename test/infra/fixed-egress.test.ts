import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, test } from 'vitest';
import { resources, synthesised } from './synthesised.ts';

/** How many of each there are. */
const count = (template: Template, ...types: readonly string[]): readonly number[] =>
  types.map((type) => resources(template, `AWS::EC2::${type}`).size);

describe('a stack whose addresses are left to AWS', () => {
  test('has no network, and pays for none', () => {
    const template = synthesised();
    expect(count(template, 'VPC', 'NatGateway', 'EIP', 'VPCEndpoint')).toEqual([0, 0, 0, 0]);
    for (const fn of resources(template, 'AWS::Lambda::Function').values()) {
      expect(fn.Properties.VpcConfig).toBeUndefined();
    }
    expect(Object.keys(template.findOutputs('*'))).not.toContain('EgressAddress1');
  });
});

describe.each([1, 2])('a stack with %i fixed addresses', (fixedAddresses) => {
  let template: Template;
  beforeAll(() => {
    template = synthesised({ fixedAddresses });
  });

  test('has as many NAT gateways, elastic addresses and availability zones', () => {
    expect(count(template, 'VPC', 'NatGateway', 'EIP', 'Subnet')).toEqual([
      1,
      fixedAddresses,
      fixedAddresses,
      2 * fixedAddresses,
    ]);
    const gateways = [...resources(template, 'AWS::EC2::NatGateway').values()];
    const used = gateways.map((one) => one.Properties.AllocationId['Fn::GetAtt'][0]);
    expect(new Set(used)).toEqual(new Set(resources(template, 'AWS::EC2::EIP').keys()));
  });

  test('sends the function that fetches through them, and no other', () => {
    for (const fn of resources(template, 'AWS::Lambda::Function').values()) {
      const { FunctionName, VpcConfig } = fn.Properties;
      if (FunctionName !== 'winnow-harvest') {
        expect(VpcConfig).toBeUndefined();
        continue;
      }
      const subnets = VpcConfig.SubnetIds.map(({ Ref }: { readonly Ref: string }) => Ref);
      expect(subnets).toHaveLength(fixedAddresses);
      for (const subnet of subnets) expect(wayOut(template, subnet)).toHaveProperty('NatGatewayId');
    }
  });

  test('reaches S3 and DynamoDB beside them, from every subnet', () => {
    const endpoints = [...resources(template, 'AWS::EC2::VPCEndpoint').values()];
    expect(endpoints.map(({ Properties }) => Properties.VpcEndpointType)).toEqual(['Gateway', 'Gateway']);
    const services = endpoints.map(({ Properties }) => JSON.stringify(Properties.ServiceName));
    expect(services.sort()).toEqual([expect.stringContaining('.dynamodb'), expect.stringContaining('.s3')]);
    for (const { Properties } of endpoints) expect(Properties.RouteTableIds).toHaveLength(2 * fixedAddresses);
  });

  test('lets nothing in', () => {
    template.hasResourceProperties('AWS::EC2::SecurityGroup', {
      SecurityGroupIngress: Match.absent(),
      SecurityGroupEgress: [Match.objectLike({ CidrIp: '0.0.0.0/0', IpProtocol: '-1' })],
    });
    expect(count(template, 'SecurityGroupIngress')).toEqual([0]);
  });

  test('says what they are, and needs no custom resource', () => {
    const outputs = Object.keys(template.findOutputs('*')).filter((name) => name.startsWith('EgressAddress'));
    expect(outputs).toHaveLength(fixedAddresses);
    expect(resources(template, 'AWS::Lambda::Function').size).toBe(7);
  });
});

/** The route by which a subnet reaches the internet. */
function wayOut(template: Template, subnet: string): object | undefined {
  const of = (type: string) => [...resources(template, `AWS::EC2::${type}`).values()];
  const table = of('SubnetRouteTableAssociation').find(
    ({ Properties }) => Properties.SubnetId.Ref === subnet,
  );
  return of('Route').find(
    ({ Properties }) =>
      Properties.RouteTableId.Ref === table?.Properties.RouteTableId.Ref &&
      Properties.DestinationCidrBlock === '0.0.0.0/0',
  )?.Properties;
}
