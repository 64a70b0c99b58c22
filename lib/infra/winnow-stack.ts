import { Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { defined } from '../base/defined.ts';
import { chosenSettings, type StackSettings } from '../config/stack/stack-settings.ts';
import type { WinnowCrawlProps } from './crawl/crawl-props.ts';
import { stackOutputs } from './crawl/stack-outputs.ts';
import { WinnowCrawl } from './winnow-crawl.ts';

/** The settings of the stack, and what its crawl gets beside them. */
export interface WinnowStackProps
  extends Omit<StackProps, 'stackName' | 'tags'>,
    Pick<WinnowCrawlProps, 'code' | 'plugins' | 'jobs'> {
  readonly settings: StackSettings;
}

/** A stack with one crawl and nothing else, and outputs for people: what `cdk deploy` deploys. */
export class WinnowStack extends Stack {
  readonly crawl: WinnowCrawl;

  constructor(scope: Construct, id: string, props: WinnowStackProps) {
    const { settings, code, plugins, jobs, ...rest } = props;
    super(scope, id, {
      terminationProtection: settings.terminationProtection === 'enabled',
      ...rest,
      stackName: settings.stackName,
    });
    // This id leaves no trace in the ids of resources, which are what they were when the stack had them itself.
    this.crawl = new WinnowCrawl(this, 'Default', { settings, ...defined({ code, plugins, jobs }) });
    for (const [key, value] of Object.entries(settings.tags)) Tags.of(this).add(key, value);
    stackOutputs(this, this.crawl.parts);
    // By these lines `cdk diff` shows a setting that the stack was deployed with and the next deploy would forget.
    for (const [key, value] of Object.entries(chosenSettings(settings)))
      this.addMetadata(`winnow setting ${key}`, value);
  }
}
