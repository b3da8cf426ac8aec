/**
 * The areas from the ground up: each may know the contracts, rules and queries of those before it, none of those after it.
 * What must go against this order is an event or a question declared in `plant/`. The one list of areas: the tables of
 * contracts, servers and clients beside it do not compile while one is missing.
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

/** The entries of a table of areas, in their order. */
export const inOrder = <T>(table: Readonly<Record<AreaName, T>>): readonly T[] => areaOrder.map((name) => table[name])
