/** What a job says that its topic is, and which version of it judged a page. */
export {
  keptDigest,
  type OffTopicLocation,
  readJudgement,
  topicVersion,
  writeJudgement,
} from './judging/judgement.ts';
export {
  bestScoreOf,
  hasClass,
  isBelow,
  type RejudgedPage,
  type Rejudgement,
  rejudge,
} from './judging/rejudge.ts';
export { readSitePattern } from './judging/sites-ok.ts';
export { defaultTerms } from './judging/term-filter.ts';
export {
  builtIn,
  type FiledModel,
  type FilterSettings,
  type ModelSettings,
  modelsOf,
  pluginFilters,
  type TermSettings,
  type TopicSettings,
  taxonomyOf,
  withoutPlugins,
} from './judging/topic-settings.ts';
export {
  type ClassPath,
  isWithin,
  lineOf,
  nameOf,
  parentOf,
  readClassPath,
  rootPath,
} from './taxonomy/class-path.ts';
export {
  type CheckedClasses,
  type ClassHierarchy,
  checkClassFile,
  classHierarchy,
  labelled,
  readClassFile,
  type TopicClass,
} from './terms/class-file.ts';
export { plainCutOffs, positionCutOffs } from './terms/term-verdict.ts';
export { readTopicFile, type TopicDefinition, type TopicTerm } from './terms/topic-file.ts';
