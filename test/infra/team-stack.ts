import type { StackSettingsInput } from '../../lib/config/stack/stack-settings.ts';

/** All that a team may ask of a stack. */
export const teamStack = {
  network: {
    vpc: 'vpc-0a1b2c3d',
    subnets: ['subnet-0a1b2c3d', 'subnet-1a2b3c4d'],
    securityGroups: ['sg-0a1b2c3d'],
  },
  kmsKey: 'arn:aws:kms:eu-west-1:123456789012:key/11112222-3333-4444-5555-666677778888',
  tags: { team: 'search', 'cost-centre': '42 / b' },
  removal: 'destroy',
  reservedConcurrency: { dispatch: 2, harvest: 10, recycle: 2, ops: 3 },
  permissionsBoundary: 'arn:aws:iam::123456789012:policy/team/boundary',
} as const satisfies StackSettingsInput;
