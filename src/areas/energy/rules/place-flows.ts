/** Flows of a medium from its supply to the areas of the plant, and from there to lines and other consumers. */

export interface PlaceUse {
  readonly area: string
  /** Line, or item of a meter without a line. */
  readonly place: string
  readonly used: number
}
export interface PlaceFlow {
  readonly from: string
  readonly to: string
  readonly used: number
}
/** Areas and places below this share of the total are added up, because their flows would be too thin to see. */
const MIN_SHARE = 0.01

/**
 * Builds the flows, the largest first. Names are distinct on each level: a Sankey chart identifies its nodes by name.
 * @param supplyName name of the first node
 * @param othersName name for small areas and small places
 */
export function buildPlaceFlows(uses: readonly PlaceUse[], supplyName: string, othersName: string): PlaceFlow[] {
  const positiveUses = uses.filter(({ used }) => used > 0)
  const total = positiveUses.reduce((sum, { used }) => sum + used, 0)
  const replaceSmallName = (usedByName: ReadonlyMap<string, number>, name: string) =>
    (usedByName.get(name) ?? 0) < total * MIN_SHARE ? othersName : name
  const usedByArea = sumBy(positiveUses, ({ area }) => area)
  const usedByPlace = sumBy(positiveUses, ({ place }) => place)
  const getAreaName = (area: string) => {
    const name = replaceSmallName(usedByArea, area)
    // The suffix distinguishes an area from a supply with the same name.
    return name === supplyName ? `${name} ›` : name
  }
  const usedByAreaName = sumBy(positiveUses, ({ area }) => getAreaName(area))
  const getPlaceName = (place: string) => {
    const name = replaceSmallName(usedByPlace, place)
    // The suffix distinguishes a place from an area or supply with the same name.
    return usedByAreaName.has(name) || name === supplyName ? `${name} ·` : name
  }
  const areaFlows = sortLargestFirst([...usedByAreaName].map(([to, used]) => ({ from: supplyName, to, used })))
  const placeFlows = areaFlows.flatMap(({ to: areaName }) => {
    const usesOfArea = positiveUses.filter(({ area }) => getAreaName(area) === areaName)
    const usedByName = sumBy(usesOfArea, ({ place }) => getPlaceName(place))
    return sortLargestFirst([...usedByName].map(([to, used]) => ({ from: areaName, to, used })))
  })
  return [...areaFlows, ...placeFlows]
}
const sortLargestFirst = (flows: readonly PlaceFlow[]): PlaceFlow[] => flows.toSorted((a, b) => b.used - a.used)

function sumBy(uses: readonly PlaceUse[], getKey: (use: PlaceUse) => string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const use of uses) sums.set(getKey(use), (sums.get(getKey(use)) ?? 0) + use.used)
  return sums
}
