import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, RemovalPolicy, Stack, Stage, Tags } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { type ISecurityGroup, SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WinnowCrawlProps } from '../../lib/infra/crawl/crawl-props.ts';
import { WinnowCrawl } from '../../lib/infra/winnow-crawl.ts';
import { resources, synthesised } from './synthesised.ts';

const code = () => Code.fromInline('export {}');
const place = mkdtempSync(join(tmpdir(), 'winnow-crawl-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const env = { account: '123456789012', region: 'eu-west-1' };

function stackIn(app: App | Stage = new App({ analyticsReporting: false }), id = 'Search'): Stack {
  return new Stack(app, id, { env });
}

function crawlIn(stack: Stack, props: WinnowCrawlProps = {}, id = 'Crawl'): WinnowCrawl {
  return new WinnowCrawl(stack, id, { code, ...props });
}

/** CDK's types do not allow undefined in optional fields, and its own classes have some. */
const queueOf = (queue: Queue): IQueue => queue as IQueue;

describe('the stack around the construct', () => {
  it('keeps the ids of what it had before there was a construct: deployed stacks are not replaced', () => {
    const ids = (type: string) => [...resources(synthesised(), type).keys()].sort();
    expect(ids('AWS::DynamoDB::Table')).toEqual(['FrontierTable7E035FBD', 'RecordsTableC9B7A30B']);
    expect(ids('AWS::S3::Bucket')).toEqual(['BucketObjectsF3751061']);
    expect(ids('AWS::SQS::Queue')).toEqual(
      expect.arrayContaining(['ReadyDeadLetters0AE56D2D', 'ReadyTickets6F69DFAA']),
    );
  });
});

describe('a crawl in the app of a team', () => {
  let template: Template;
  let changed: string;

  beforeAll(() => {
    const stack = stackIn();
    const vpc = new Vpc(stack, 'Vpc', { maxAzs: 2 });
    const queue = queueOf(new Queue(stack, 'Changes', { enforceSSL: true }));
    const group = new SecurityGroup(stack, 'Group', { vpc: vpc as never }) as ISecurityGroup;
    const crawl = crawlIn(stack, {
      name: 'birds',
      vpc: vpc as never,
      securityGroups: [group],
      encryptionKey: new Key(stack, 'Key', { enableKeyRotation: true }) as never,
      tags: { team: 'search' },
      permissionsBoundary: ManagedPolicy.fromManagedPolicyArn(
        stack,
        'Boundary',
        'arn:aws:iam::123456789012:policy/b',
      ),
      alarmTopic: new Topic(stack, 'Alarms'),
      removalPolicy: RemovalPolicy.DESTROY,
      destinations: [{ destination: queue, job: 'birds' }],
      settings: { harvestConcurrency: 20 },
    });
    const person = (id: string) =>
      new Role(stack, id, { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
    crawl.grantView(person('Viewer'));
    crawl.grantOperate(person('Operator'));
    crawl.grantDestroy(person('Eraser'));
    Tags.of(stack).add('app', 'search');
    changed = stack.getLogicalId(queue.node.defaultChild as never);
    template = Template.fromStack(stack);
  });

  it('has its functions in the private subnets and the group, under its own name', () => {
    const functions = [...resources(template, 'AWS::Lambda::Function').values()].filter(({ Properties }) =>
      String(Properties.FunctionName).startsWith('birds-'),
    );
    expect(functions).toHaveLength(7);
    for (const { Properties } of functions) {
      expect(Properties.VpcConfig.SubnetIds).toHaveLength(2);
      expect(Properties.VpcConfig.SecurityGroupIds).toHaveLength(1);
    }
  });

  it('encrypts with the key, whose policy lets CloudWatch encrypt the logs of its functions', () => {
    for (const { Properties } of resources(template, 'AWS::DynamoDB::Table').values())
      expect(Properties.SSESpecification.SSEType).toBe('KMS');
    const [key] = resources(template, 'AWS::KMS::Key').values();
    expect(JSON.stringify(key?.Properties.KeyPolicy)).toContain('logs.eu-west-1.amazonaws.com');
  });

  it('goes with its app where that is asked for; by default tables and bucket stay', () => {
    const kept = Template.fromStack(stackOf());
    for (const type of ['AWS::DynamoDB::Table', 'AWS::S3::Bucket']) {
      for (const { DeletionPolicy } of resources(template, type).values())
        expect(DeletionPolicy).toBe('Delete');
      for (const { DeletionPolicy } of resources(kept, type).values()) expect(DeletionPolicy).toBe('Retain');
    }
  });

  it('has every role within the boundary, tags on all, and alarms that tell the topic', () => {
    for (const [id, { Properties }] of resources(template, 'AWS::IAM::Role'))
      if (id.startsWith('Crawl')) expect(Properties.PermissionsBoundary).toContain(':policy/b');
    for (const { Properties } of resources(template, 'AWS::DynamoDB::Table').values())
      expect(Properties.Tags).toContainEqual({ Key: 'team', Value: 'search' });
    for (const { Properties } of resources(template, 'AWS::CloudWatch::Alarm').values())
      expect(Properties.AlarmActions).toHaveLength(1);
  });

  it('tells the queue of the changes of the job, with a policy that lets its bucket in and no other', () => {
    const [bucket] = resources(template, 'AWS::S3::Bucket').values();
    expect(bucket?.Properties.NotificationConfiguration.QueueConfigurations).toMatchObject([
      {
        Queue: { 'Fn::GetAtt': [changed, 'Arn'] },
        Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'changes/birds/' }] } },
      },
    ]);
    expect(bucket?.DependsOn).toEqual([expect.stringMatching(/^ChangesPolicy/)]);
    template.hasResourceProperties('AWS::SQS::QueuePolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 'sqs:SendMessage',
            // A bucket's generated name begins with that of the stack, in small letters.
            Condition: {
              StringEquals: { 'aws:SourceAccount': '123456789012' },
              ArnLike: {
                'aws:SourceArn': { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::search*']] },
              },
            },
          }),
        ]),
      },
    });
  });

  it('lets an operator call ops, read, seed and analyse links, but neither scan a table nor delete anything of the collection', () => {
    const statements = statementsOf('Operator');
    const text = JSON.stringify(statements);
    for (const action of ['lambda:InvokeFunction', 's3:GetObject', 'dynamodb:UpdateItem', 'kms:Decrypt'])
      expect(text).toContain(action);
    for (const action of ['dynamodb:Scan', '"*"]', 'ListBucketVersions']) expect(text).not.toContain(action);
    const deleting = statements.filter(({ Action }) => Action.includes('s3:DeleteObject'));
    const deleted = JSON.stringify(deleting).matchAll(/\/([a-z-]+)\/\*"/g);
    expect([...deleted].map(([, folder]) => folder)).toEqual(['graph', 'exports', 'staged', 'converting']);
  });

  it('lets a viewer call the function that changes nothing, and read, but write or send nothing', () => {
    const statements = statementsOf('Viewer');
    const actions = statements.flatMap(({ Action }) => Action).filter((one) => !one.startsWith('kms:'));
    expect(actions.filter((one) => !/:(?:Get|List|Query|Receive)/.test(one))).toEqual([
      'lambda:InvokeFunction',
      'sqs:ChangeMessageVisibility',
    ]);
    const calling = statements.filter(({ Action }) => Action.includes('lambda:InvokeFunction'));
    expect(JSON.stringify(calling)).toMatch(/CrawlViewFunction/);
    expect(JSON.stringify(calling)).not.toMatch(/Ops/);
  });

  it('lets only who may destroy delete documents, with their former versions', () => {
    const [viewer, operator, eraser] = ['Viewer', 'Operator', 'Eraser'].map((id) =>
      JSON.stringify(statementsOf(id)),
    );
    for (const action of ['s3:DeleteObjectVersion', 's3:ListBucketVersions']) {
      expect(eraser).toContain(action);
      for (const other of [viewer, operator]) expect(other).not.toContain(action);
    }
  });

  it('lets people call URLs where there are any', () => {
    const stack = stackIn();
    const viewer = new Role(stack, 'Viewer', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
    crawlIn(stack, { settings: { rest: 'enabled' } }).grantView(viewer);
    expect(JSON.stringify([...resources(Template.fromStack(stack), 'AWS::IAM::Policy')])).toContain(
      '["lambda:InvokeFunction","lambda:InvokeFunctionUrl"]',
    );
  });

  function statementsOf(person: string): readonly { readonly Action: string[] }[] {
    const [policy] = [...resources(template, 'AWS::IAM::Policy')].filter(([id]) => id.startsWith(person));
    const { Statement } = policy?.[1].Properties.PolicyDocument ?? {};
    return Statement.map((one: { Action: string | string[] }) => ({ ...one, Action: [one.Action].flat() }));
  }

  function stackOf(): Stack {
    const stack = stackIn();
    crawlIn(stack);
    return stack;
  }
});

describe('who hears of changes', () => {
  it('can be topics and functions, too, each of the changes of its job', () => {
    const stack = stackIn();
    const crawl = crawlIn(stack);
    crawl.onChange(new Topic(stack, 'Topic'), { job: 'birds' });
    const runtime = Runtime.NODEJS_24_X;
    const handler = { runtime, handler: 'index.handler', code: code() };
    crawl.onChange(new LambdaFunction(stack, 'Indexer', handler) as never, { job: 'fish' });
    const template = Template.fromStack(stack);
    const [bucket] = resources(template, 'AWS::S3::Bucket').values();
    expect(bucket?.Properties.NotificationConfiguration).toMatchObject({
      TopicConfigurations: [{ Filter: { S3Key: { Rules: [{ Value: 'changes/birds/' }] } } }],
      LambdaConfigurations: [{ Filter: { S3Key: { Rules: [{ Value: 'changes/fish/' }] } } }],
    });
    template.hasResourceProperties('AWS::Lambda::Permission', { Principal: 's3.amazonaws.com' });
  });

  it('must not be FIFO, of another region, or two for the same changes', () => {
    const app = new App({ analyticsReporting: false });
    const stack = stackIn(app);
    const crawl = crawlIn(stack);
    expect(() => crawl.onChange(queueOf(new Queue(stack, 'Fifo', { fifo: true })))).toThrow(/Fifo is FIFO/);
    const away = new Stack(app, 'Away', { env: { ...env, region: 'us-east-1' } });
    expect(() => crawl.onChange(queueOf(new Queue(away, 'Queue')))).toThrow(
      /Away\/Queue is in us-east-1, the crawl in eu-west-1/,
    );
    crawl.onChange(queueOf(new Queue(stack, 'All')));
    expect(() => crawl.onChange(queueOf(new Queue(stack, 'Birds')), { job: 'birds' })).toThrow(/overlaps/);
    expect(() => crawl.onChange(queueOf(new Queue(stack, 'Odd')), { job: 'Birds/' })).toThrow(/no job/);
  });
});

describe('a crawl that is put into an app in a wrong way', () => {
  it('is refused beside one of the same name in the same account and region; another name will do', () => {
    const app = new App({ analyticsReporting: false });
    crawlIn(stackIn(app, 'One'));
    expect(() => crawlIn(stackIn(app, 'Two'))).toThrow(
      /Two\/Crawl and One\/Crawl are both named winnow: give one of them another `name`/,
    );
    expect(() => crawlIn(stackIn(app, 'Three'), { name: 'other' })).not.toThrow();
    expect(() => crawlIn(stackIn(new Stage(app, 'Production'), 'One'))).not.toThrow();
  });

  it('is refused with a key, a network or a topic of another region', () => {
    const stack = stackIn();
    const key = Key.fromKeyArn(stack, 'Key', 'arn:aws:kms:us-east-1:123456789012:key/1');
    expect(() => crawlIn(stack, { encryptionKey: key })).toThrow(
      'encryptionKey: it is in us-east-1, the crawl in eu-west-1: give it one of its region',
    );
  });

  it('is refused with wrong settings, in the words of cdk deploy, and with two of one kind', () => {
    const stack = stackIn();
    expect(() => crawlIn(stack, { settings: { harvestConcurency: 3 } as never }, 'A')).toThrow(
      /harvestConcurency: there is no such setting; did you mean harvestConcurrency/,
    );
    expect(() => crawlIn(stack, { removalPolicy: RemovalPolicy.SNAPSHOT }, 'B')).toThrow(
      /removalPolicy: expected RETAIN or DESTROY, got snapshot/,
    );
    const vpc = Vpc.fromVpcAttributes(stack, 'Vpc', { vpcId: 'vpc-1', availabilityZones: ['a'] });
    expect(() => crawlIn(stack, { vpc: vpc as never, settings: { fixedAddresses: 1 } }, 'C')).toThrow(
      /give one of each: vpc and settings\.fixedAddresses/,
    );
  });
});

describe('jobs that are deployed with their app', () => {
  const job = (name: string, more = 'limits: { pagesPerDay: 100 }\n'): string => {
    const file = join(place, `${name}.yaml`);
    writeFileSync(
      file,
      `name: ${name}\nseeds: [https://www.example.org/]\nuserAgent: { contact: you@example.org }\n${more}`,
    );
    return file;
  };

  it('stand beside a function that may store settings and models, and nothing of the collection', () => {
    const app = new App({ analyticsReporting: false, outdir: join(place, 'cdk.out') });
    const stack = stackIn(app);
    crawlIn(stack, { jobs: [{ directory: job('birds'), open: true }] });
    const template = Template.fromStack(stack);
    template.hasResourceProperties('Custom::WinnowJobs', {
      digest: Match.stringLikeRegexp('^[0-9a-f]{32}$'),
    });
    const written = JSON.parse(
      readFileSync(join(place, 'cdk.out', 'bundles', 'winnow', 'jobs', 'jobs.json'), 'utf8'),
    );
    expect(written).toMatchObject([{ open: true, models: [] }]);
    const policy = JSON.stringify(
      [...resources(template, 'AWS::IAM::Policy')].filter(([id]) => id.startsWith('CrawlJobs')),
    );
    expect(policy).toContain('/config/*');
    for (const prefix of ['documents/', 'changes/']) expect(policy).not.toContain(prefix);
  });

  it('are refused while the template is made, where they could not run on AWS', () => {
    const refused = (directory: string, settings = {}) => {
      const stack = stackIn();
      return () => crawlIn(stack, { jobs: [{ directory }], settings });
    };
    expect(refused(job('endless', ''))).toThrow(/endless\.yaml: set limits\.pagesPerDay/);
    expect(refused(job('slow'), { turnMaxSeconds: 2 })).toThrow(/slow\.yaml: turn\.maxSeconds is more than/);
    expect(refused(join(place, 'nowhere'))).toThrow(/nowhere/);
    expect(refused(job('wrong', 'limitz: 3\n'))).toThrow(/limitz/);
  });
});
