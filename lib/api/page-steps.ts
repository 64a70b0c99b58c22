import { createHash } from 'node:crypto';
import { WinnowError } from '../base/error.ts';
import {
  defaultDeadline,
  type PageRole,
  type PluginSettings,
} from '../base/setting-kinds/plugin-settings.ts';
import type { LoadedJob } from '../config/job/load-job.ts';
import type { AskPermit, KeptPlugin } from '../runtime/shared/installation.ts';
import type { TopicSettings } from '../topic/settings.ts';
import type { PageStep } from './page-step.ts';

/** A job with steps behind its own analysers and filters. @throws WinnowError `config` for a name that is wrong or taken */
export function withSteps(
  loaded: LoadedJob,
  steps: readonly PageStep[],
): LoadedJob & {
  readonly plugins: readonly KeptPlugin[];
} {
  if (steps.length === 0) return loaded;
  const { analysers = [], topic } = loaded.settings;
  const ids = [...analysers, ...(topic?.filters ?? [])].map(({ id }) => id);
  for (const [at, { name }] of steps.entries()) {
    if (!/^[\p{L}\p{N}._-]{1,40}$/u.test(name))
      throw new WinnowError('config', `steps.${at}.name: expected 1 to 40 letters, digits, '.', '_' and '-'`);
    if (ids.includes(name)) throw new WinnowError('config', `steps.${at}.name: there is a ${name} before it`);
    ids.push(name);
  }
  const analysing = steps.flatMap((step) => asPlugin(step, 'analyse'));
  const judging = steps.flatMap((step) => asPlugin(step, 'filter'));
  return {
    ...loaded,
    plugins: [...loaded.plugins, ...[...analysing, ...judging].map(({ kept }) => kept)],
    settings: {
      ...loaded.settings,
      ...(analysing.length === 0
        ? {}
        : { analysers: [...analysers, ...analysing.map(({ settings }) => settings)] }),
      ...(judging.length === 0
        ? {}
        : {
            topic: withFilters(
              topic,
              judging.map(({ settings }) => settings),
            ),
          }),
    },
  };
}

/** Asks the steps of a crawl, in their order; the first that refuses is named. Undefined when none asks. @throws what a step throws */
export function permitOf(steps: readonly PageStep[]): AskPermit | undefined {
  const asked = steps.filter(({ permit }) => permit !== undefined);
  if (asked.length === 0) return undefined;
  return async (page) => {
    for (const { name, permit } of asked) {
      const refusal = await permit?.(page);
      if (refusal !== undefined) return { refused: `${name}: ${refusal}` };
    }
    return undefined;
  };
}

interface StepAsPlugin {
  readonly settings: PluginSettings;
  readonly kept: KeptPlugin;
}

function asPlugin(step: PageStep, role: PageRole): readonly StepAsPlugin[] {
  const call = step[role];
  if (call === undefined) return [];
  const file = `the step ${step.name} of a program`;
  // What a function refers to is not in its text; its name and text tell most changes.
  const digest = createHash('sha256').update(`${role} ${step.name} ${call}`).digest('hex').slice(0, 16);
  const deadlineMs = Math.round((step.deadline ?? defaultDeadline) * 1_000);
  return [
    {
      settings: { id: step.name, file, digest, options: {}, deadlineMs },
      kept: { file, digest, path: '', role, call: call as NonNullable<KeptPlugin['call']> },
    },
  ];
}

const onlySteps: TopicSettings = { filters: [], match: 'all', sitesOk: [], followOffTopic: false };

function withFilters(topic: TopicSettings = onlySteps, given: readonly PluginSettings[]): TopicSettings {
  return {
    ...topic,
    filters: [...topic.filters, ...given.map((one) => ({ ...one, kind: 'plugin' as const }))],
  };
}
