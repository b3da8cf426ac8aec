/**
 * Ways in which a roll came to contain the recalled item: directly, through pellets made of its trim, through trim that
 * went back into a hopper, possibly through pellets with unrecorded sources, or through packing material that was fed
 * to its order.
 */
export const recallWays = ['direct', 'pellets', 'hopper', 'unrecorded', 'packing'] as const
