/** Kinds of material that a hopper 料斗 accepts: resin, masterbatch and additives, recycled pellets, or spin finish. */
export const hopperMaterialKinds = ['main', 'sub', 'mid', 'sur'] as const
export type HopperMaterialKind = (typeof hopperMaterialKinds)[number]
