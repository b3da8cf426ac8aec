/** Live values are asked for again and again: readings come by the second and tell nobody. */
export const LIVE = { resources: ['tag', 'lineStop', 'workOrder'], refreshEvery: 15_000 } as const
