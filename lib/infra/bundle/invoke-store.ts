/**
 * In the bundles in place of what the SDK asks for the trace of a call: it is for functions that answer several calls at once, which
 * ours do not. The SDK finds the trace of the only one in the environment.
 */
export const InvokeStore = { getInstanceAsync: async (): Promise<undefined> => undefined };
