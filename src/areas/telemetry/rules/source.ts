/** Where a reading comes from that no device sends: read by a person, or a speed that stops are found from. */
export const plantSources = ['hand', 'lineSpeed'] as const
export type PlantSource = (typeof plantSources)[number]
/** Else it is the name that the gateway gave. */
export const isPlantSource = (source: string | null): source is PlantSource =>
  (plantSources as readonly (string | null)[]).includes(source)
