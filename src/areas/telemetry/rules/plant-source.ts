/** Sources of readings that no device sends: a manual meter reading, or a line speed used to detect stops. */
export const plantSources = ['hand', 'lineSpeed'] as const
export type PlantSource = (typeof plantSources)[number]
/** True for the plant's own sources; any other source is a name given by a gateway. */
export const isPlantSource = (source: string | null): source is PlantSource =>
  (plantSources as readonly (string | null)[]).includes(source)
