/** Kinds of material that a hopper 料斗 accepts: resin, masterbatch and additives, recycled pellets, or spin finish. */
export const hopperTakes = ['main', 'sub', 'mid', 'sur'] as const
export type HopperTakes = (typeof hopperTakes)[number]
