import { z } from 'zod';
import { type FunctionName, functionNames } from './names.ts';
import { mostOutstanding } from './outstanding-tickets.ts';

const idOf = (kind: string) =>
  z.string().regex(new RegExp(`^${kind}-[0-9a-f]{8,17}$`), `must be an id as ${kind}-0a1b2c3d`);
const arn = (pattern: string, error: string) =>
  z.string().regex(new RegExp(`^arn:aws[a-z-]*:${pattern}$`), error);

/** The network that is there already; the functions reach AWS and the web from its subnets. */
const network = z
  .strictObject({
    vpc: idOf('vpc'),
    subnets: z.array(idOf('subnet')).min(1).max(16),
    /** Absent: one is made that lets nothing in. */
    securityGroups: z.array(idOf('sg')).min(1).max(5).optional(),
  })
  .optional();

const tagKey = z
  .string()
  .regex(/^(?!aws:)[\p{L}\p{Z}\p{N}_.:/=+\-@]{1,128}$/iu, 'must be a key that AWS takes for a tag');
const tagValue = z
  .string()
  .regex(/^[\p{L}\p{Z}\p{N}_.:/=+\-@]{0,256}$/u, 'must be a value that AWS takes for a tag');
/** AWS allows 50 to a resource; some are left for others. */
const tags = z
  .record(tagKey, tagValue)
  .refine((given) => Object.keys(given).length <= 40, 'must be at most 40')
  .default({});

const reserved = z.number().int().min(1).max(10_000).optional();

/** What the rules of the account or the team ask of a stack. All can be left out. */
export const teamSettings = {
  network,
  kmsKey: arn(
    'kms:[a-z0-9-]+:\\d{12}:key/[A-Za-z0-9-]{1,64}',
    'must be the ARN of a key, not of an alias',
  ).optional(),
  tags,
  removal: z.enum(['retain', 'destroy']).default('retain'),
  reservedConcurrency: z
    .strictObject(
      Object.fromEntries(functionNames.map((name) => [name, reserved])) as Record<
        FunctionName,
        typeof reserved
      >,
    )
    .prefault({}),
  permissionsBoundary: arn(
    'iam::(?:\\d{12}|aws):policy/[A-Za-z0-9/_+=.@,-]{1,512}',
    'must be the ARN of a managed policy',
  ).optional(),
};

export interface TeamSettings {
  readonly network?: { readonly vpc: string } | undefined;
  readonly fixedAddresses: number;
  readonly turnMaxSeconds: number;
  readonly harvestConcurrency: number;
  readonly convertConcurrency: number;
  readonly maxOutstanding?: number | undefined;
  readonly reservedConcurrency: Partial<Readonly<Record<FunctionName, number | undefined>>>;
}

/** What does not go together, a line for each. */
export function contradictions(settings: TeamSettings): readonly string[] {
  const {
    network: given,
    fixedAddresses,
    harvestConcurrency,
    convertConcurrency,
    reservedConcurrency,
  } = settings;
  const most = mostOutstanding(settings);
  const reservedHarvest = reservedConcurrency.harvest ?? harvestConcurrency;
  return [
    ...(given !== undefined && fixedAddresses > 0
      ? [
          'network: fixedAddresses makes a network of its own; give the subnets of yours a NAT gateway, and leave it out',
        ]
      : []),
    ...(reservedHarvest < harvestConcurrency
      ? [
          `reservedConcurrency.harvest: must be at least harvestConcurrency (${harvestConcurrency}), or tickets are given back unread`,
        ]
      : []),
    ...((reservedConcurrency.convert ?? convertConcurrency) < convertConcurrency
      ? [
          `reservedConcurrency.convert: must be at least convertConcurrency (${convertConcurrency}), or orders to convert are given back unread`,
        ]
      : []),
    ...((settings.maxOutstanding ?? 0) > most
      ? [
          `maxOutstanding: must be at most ${most} with a harvestConcurrency of ${harvestConcurrency}, or tickets expire while they wait; raise harvestConcurrency, or leave maxOutstanding out`,
        ]
      : []),
  ];
}
