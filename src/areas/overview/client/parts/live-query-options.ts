/** Live values are polled: readings arrive every second and publish no change events. `refreshEvery` in ms. */
export const LIVE_QUERY_OPTIONS = { resources: ['tag', 'lineStop', 'workOrder'], refreshEvery: 15_000 } as const
