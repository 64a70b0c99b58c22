import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type StackSettingsInput, stackSettings } from '../../lib/config/stack/stack-settings.ts';
import { WinnowStack } from '../../lib/infra/winnow-stack.ts';

const cdkJson = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'cdk.json'), 'utf8')) as {
  readonly context: Record<string, unknown>;
};

const templates = new Map<string, Template>();

/**
 * The template as `cdk synth` writes it, with stubs for the bundles. A synthesis takes seconds: all files of a process
 * share one for equal settings, and none changes it.
 */
export function synthesised(input: StackSettingsInput = {}, plugins: readonly string[] = []): Template {
  const key = JSON.stringify([input, plugins]);
  const template = templates.get(key) ?? synthesis({ input, plugins });
  templates.set(key, template);
  return template;
}

/** A synthesis of its own. @param outdir where its files go; a temporary directory by default */
export function synthesis({ input = {}, plugins = [], outdir }: Synthesis): Template {
  const app = new App({
    context: cdkJson.context,
    analyticsReporting: false,
    ...(outdir === undefined ? {} : { outdir }),
  });
  const settings = stackSettings(input);
  return Template.fromStack(
    new WinnowStack(app, settings.stackName, { settings, plugins, code: () => Code.fromInline('export {}') }),
  );
}

export interface Synthesis {
  readonly input?: StackSettingsInput;
  readonly plugins?: readonly string[];
  readonly outdir?: string;
}

export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is untyped JSON, and only tests look into it
  readonly Properties: any;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
}

/** The resources of a type by logical id. */
export function resources(template: Template, type: string): ReadonlyMap<string, Resource> {
  return new Map(Object.entries(template.findResources(type)) as [string, Resource][]);
}
