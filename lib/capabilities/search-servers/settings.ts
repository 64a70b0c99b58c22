import { seconds, text } from '../../base/setting-kinds/setting.ts';

const url = text({ form: 'url' }, undefined, {
  description: 'Address of the server.',
  example: 'https://search.example.org:9200',
});

const credentials = text({ form: 'secret name' }, undefined, {
  description:
    'The secret with what the server asks for: `{"user": "…", "password": "…"}` or `{"apiKey": "…"}`. Without it nothing is sent.',
});

/** Settings of a sink of the types `opensearch` and `elasticsearch`. */
export const openSearchKeys = {
  url,
  index: text(
    { pattern: /^[a-z0-9][a-z0-9_-]{0,99}$/, expected: 'lower-case letters, digits, - and _' },
    undefined,
    {
      description: 'The name that searches use: an alias of an index that the sink makes (`NAME-g1`).',
      example: 'pages',
    },
  ),
  analyzer: text({ pattern: /^[a-z0-9_-]{1,50}$/, expected: 'the name of an analyzer' }, 'standard', {
    description:
      'The analyzer of titles and texts. After a change the index is made anew by `winnow sinks rebuild`.',
  }),
  credentials,
};

/** Settings of a sink of the type `solr`. */
export const solrKeys = {
  url: { ...url, notes: { ...url.notes, example: 'http://search.example.org:8983/solr' } },
  collection: text(
    { pattern: /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, expected: 'letters, digits, - and _' },
    undefined,
    {
      description: 'The name that searches use: an alias of a collection that the sink makes (`NAME-g1`).',
      example: 'pages',
    },
  ),
  textType: text({ pattern: /^\w{1,50}$/, expected: 'the name of a field type' }, 'text_general', {
    description:
      'The field type of titles and texts. After a change the collection is made anew by `winnow sinks rebuild`.',
  }),
  commitWithin: seconds(0.1, 3_600, 10, {
    description: 'How long until searches find a change.',
  }),
  credentials,
};
