/** `winnow-crawler/extend`: the types of plug-ins and steps. Nothing of it is left when the types are stripped. */
export type {
  Analyse,
  Plugin,
  PluginContext,
  PluginFilter,
  PluginPage,
  PluginVerdict,
} from '../domain/plugins/plugin.ts';
export type {
  ControlOf,
  CrawlView,
  LayerOf,
  RuleContext,
  RuleSubject,
  ScoreOf,
} from '../domain/plugins/strategy-rule.ts';
export type { PageStep } from './page-step.ts';
