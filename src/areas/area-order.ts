/**
 * The areas from the lowest up. Each may use the contracts, rules and queries of those before it, never of those after
 * it. Dependencies against this order are events or questions declared in `plant/`. This is the only list of areas: the
 * tables in `contracts.ts`, `servers.ts` and `clients.ts` do not compile while one is missing.
 */
export const areaOrder = [
  'plant',
  'access',
  'equipment',
  'telemetry',
  'standards',
  'orders',
  'feeding',
  'rolls',
  'tools',
  'prices',
  'energy',
  'quality',
  'laboratory',
  'incoming',
  'certificates',
  'deviations',
  'maintenance',
  'handover',
  'cost',
  'reports',
  'figures',
  'stock',
  'sheets',
  'overview',
  'boards',
  'notices',
] as const
export type AreaName = (typeof areaOrder)[number]

/** Returns the entries of a table of areas in area order. */
export const sortByAreaOrder = <T>(table: Readonly<Record<AreaName, T>>): readonly T[] =>
  areaOrder.map((name) => table[name])
