/** What a hopper 料斗 is for: resin, masterbatch and additives, recycled pellets or finish. Kinds of material that go into one. */
export const hopperTakes = ['main', 'sub', 'mid', 'sur'] as const
export type HopperTakes = (typeof hopperTakes)[number]
