/**
 * The areas from the lowest up. Each area may use the contracts, rules, queries and writes of the areas before it, never
 * of the areas after it. Dependencies against this order are events and questions, in `server/events.ts` of the lower
 * area. This is the only list of areas: the tables in `contracts.ts`, `servers.ts` and `clients.ts` do not compile while an
 * area is missing.
 */
export const areaOrder = [
  'plant',
  'access',
  'equipment',
  'telemetry',
  'standards',
  'orders',
  'scheduling',
  'feeding',
  'rolls',
  'slitting',
  'packing',
  'cutPlans',
  'tracing',
  'tools',
  'prices',
  'energy',
  'quality',
  'laboratory',
  'incoming',
  'certificates',
  'deviations',
  'rounds',
  'spareParts',
  'maintenance',
  'handover',
  'cost',
  'reports',
  'figures',
  'stock',
  'monthClosing',
  'sheets',
  'overview',
  'boards',
  'notices',
] as const
export type AreaName = (typeof areaOrder)[number]
/**
 * The areas of a roll's way through the plant. The SQL of each may read the tables of the areas of this list before it,
 * and never writes them.
 */
export const rollAreas: readonly AreaName[] = ['rolls', 'slitting', 'packing', 'cutPlans', 'tracing']

/** Returns the entries of a table of areas in area order. */
export const sortByAreaOrder = <T>(table: Readonly<Record<AreaName, T>>): readonly T[] =>
  areaOrder.map((name) => table[name])
