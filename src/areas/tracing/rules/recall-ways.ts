/**
 * How a roll came to contain the recalled item: directly, by pellets of its trim, possibly by pellets with unrecorded
 * sources, or by packing that was fed to its order.
 */
export const recallWays = ['direct', 'pellets', 'unrecorded', 'packing'] as const
