/** In the bundles in place of the SDK's traces of calls that a function answers at once: ours answers one, whose trace stands in the environment. */
export const InvokeStore = { getInstanceAsync: async (): Promise<undefined> => undefined };
