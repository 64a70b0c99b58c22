/**
 * In the bundles in place of the SDK's: clients of S3 and Lambda prepare for operations that stream events, of which no function has
 * one.
 */
export function resolveEventStreamSerdeConfig<Config>(config: Config): Config {
  return config;
}

/** Stands in the settings of those clients, where nothing calls it. */
export function eventStreamSerdeProvider(): undefined {
  return undefined;
}
