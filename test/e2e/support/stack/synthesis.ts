import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { stackSettingsFromContext } from '../../../../lib/config/stack/stack-settings.ts';
import type { CodeName } from '../../../../lib/infra/bundle/bundle.ts';
import { bundlePlugins } from '../../../../lib/infra/bundle/bundle-plugins.ts';
import { WinnowStack } from '../../../../lib/infra/winnow-stack.ts';
import { environmentOf } from '../../../../localstack/env.ts';
import type { Cloud } from '../../../../localstack/state.ts';
import { withFunctionBundles } from '../../../support/function-bundle.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

interface Synthesis {
  readonly outDir: string;
  readonly context: Readonly<Record<string, string>>;
}

/** Runs the program of a CDK app as the command line does: what it leaves in `outDir` can be deployed. */
export async function synthesiseApp(
  cloud: Cloud,
  { outDir, context, program, cwd = root }: Synthesis & { readonly program: string; readonly cwd?: string },
): Promise<void> {
  const env = {
    ...process.env,
    ...environmentOf(cloud),
    CDK_OUTDIR: outDir,
    CDK_CONTEXT_JSON: JSON.stringify({ ...contextOf(cwd), ...context }),
  };
  await promisify(execFile)(process.execPath, [program], { cwd, env });
}

/** Makes in this process what `bin/deploy.ts` makes, of bundles that a run of tests makes once. */
export async function synthesiseStack({ outDir, context }: Synthesis): Promise<void> {
  await withFunctionBundles((bundleOf) => {
    const app = new App({
      analyticsReporting: false,
      outdir: outDir,
      context: { ...contextOf(root), ...context },
    });
    const settings = stackSettingsFromContext(app.node.getAllContext());
    const harvest = join(outDir, 'bundles', 'harvest');
    cpSync(bundleOf('harvest'), harvest, { recursive: true });
    const plugins = settings.plugins === undefined ? [] : bundlePlugins(settings.plugins, harvest);
    const code = (name: CodeName): Code => Code.fromAsset(name === 'harvest' ? harvest : bundleOf(name));
    const description = 'Winnow, a focused web crawler';
    new WinnowStack(app, settings.stackName, { settings, code, plugins, description });
    app.synth();
  });
}

function contextOf(directory: string): object {
  const { context = {} } = JSON.parse(readFileSync(join(directory, 'cdk.json'), 'utf8')) as {
    readonly context?: object;
  };
  return context;
}
