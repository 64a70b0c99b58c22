/** Prices of AWS in dollars, with their region, date and source. */
export const prices = {
  region: 'us-east-1',
  currency: 'USD',
  date: '2026-11-21',
  source:
    "List prices of the services' public pricing pages, without free tiers; not fetched by a program: compare them before you rely on a figure.",
  perMillion: {
    'dynamodb.writeUnits': 0.625,
    'dynamodb.readUnits': 0.125,
    's3.put': 5,
    's3.get': 0.4,
    'sqs.fifo': 0.5,
    'lambda.requests': 0.2,
    'scheduler.invocations': 1,
    'secretsmanager.requests': 5,
  },
  lambdaArm64PerGbSecond: 0.0000133334,
  logsPerGb: 0.5,
  /** Out of AWS, to the internet. */
  outPerGb: 0.09,
  perGbMonth: {
    dynamodb: 0.25,
    dynamodbBackup: 0.2,
    s3: 0.023,
    logs: 0.03,
  },
  perMonth: {
    alarm: 0.1,
    customMetric: 0.3,
    secret: 0.4,
  },
  perHour: { natGateway: 0.045, publicIpv4: 0.005 },
  natPerGb: 0.045,
  freePerMonth: {
    'sqs.requests': 1000000,
    'lambda.requests': 1000000,
    'lambda.gbSeconds': 400000,
    'scheduler.invocations': 14000000,
    'dynamodb.gb': 25,
    'out.gb': 100,
    'logs.gb': 5,
    alarms: 10,
    customMetrics: 10,
  },
  s3PutOperations: ['PutObject', 'CopyObject', 'ListObjectsV2'],
  s3FreeOperations: ['DeleteObject', 'DeleteObjects'],
};
