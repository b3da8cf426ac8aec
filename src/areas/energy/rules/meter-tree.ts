/** The tree of energy meters: values of virtual meters, own consumption of each meter, and losses between levels. */

export const energyMedia = ['electricity', 'gas', 'water', 'steam', 'compressedAir'] as const
export type EnergyMedium = (typeof energyMedia)[number]
/**
 * `meter` is a physical meter. The others are virtual, calculated from their members: the sum of all, the first minus
 * the other members, or a share of the first.
 */
export const energyMeterKinds = ['meter', 'sum', 'difference', 'share'] as const
export type EnergyMeterKind = (typeof energyMeterKinds)[number]
/** Keys by which a meter that serves several lines is allocated to them. */
export const allocationKeys = ['none', 'runHours', 'electricity', 'kg'] as const
export type AllocationKey = (typeof allocationKeys)[number]

/** The unit in which each medium is measured. */
export const mediumUnits: Readonly<Record<EnergyMedium, string>> = {
  electricity: 'kWh',
  gas: 'm³',
  water: 'm³',
  steam: 't',
  compressedAir: 'm³',
}

export interface TreeMeter {
  readonly id: string
  readonly kind: EnergyMeterKind
  readonly medium: EnergyMedium
  readonly parentId: string | null
  readonly members: readonly string[]
  /** %; only for meters of kind `share`. */
  readonly sharePercent: number | null
}
/** Factors by which physical meters add up to the value of a meter, by id of the physical meter. */
export type MeterWeights = ReadonlyMap<string, number>

function getMemberFactors({ kind, members, sharePercent }: TreeMeter): [string, number][] {
  if (kind === 'share') return members.slice(0, 1).map((id) => [id, (sharePercent ?? 0) / 100])
  return members.map((id, index) => [id, kind === 'difference' && index > 0 ? -1 : 1])
}

/** Returns the factors of each meter, physical or virtual. Cyclic or missing members contribute nothing. */
export function resolveWeights(meters: readonly TreeMeter[]): ReadonlyMap<string, MeterWeights> {
  const meterById = new Map(meters.map((meter) => [meter.id, meter]))
  const weightsById = new Map<string, MeterWeights>()
  const resolveMeter = (id: string, visitedIds: ReadonlySet<string>): MeterWeights => {
    const resolvedWeights = weightsById.get(id)
    if (resolvedWeights) return resolvedWeights
    const meter = meterById.get(id)
    if (!meter || visitedIds.has(id)) return new Map()
    if (meter.kind === 'meter') return new Map([[id, 1]])
    const sum = new Map<string, number>()
    for (const [member, factor] of getMemberFactors(meter))
      for (const [sourceId, weight] of resolveMeter(member, new Set([...visitedIds, id])))
        sum.set(sourceId, (sum.get(sourceId) ?? 0) + factor * weight)
    return sum
  }
  for (const { id } of meters) weightsById.set(id, resolveMeter(id, new Set()))
  return weightsById
}

/** Returns the value of a meter from its factors and the values of the physical meters. */
export const sumWeighted = (weights: MeterWeights | undefined, values: ReadonlyMap<string, number>): number =>
  [...(weights ?? [])].reduce((sum, [id, factor]) => sum + factor * (values.get(id) ?? 0), 0)

/** Reasons to refuse a meter, e.g. `virtualParent` if it is placed below a virtual meter. */
export type TreeProblem = 'circle' | 'virtualParent' | 'otherMedium' | 'noMembers' | 'ownMember' | 'noShare'
/** Returns the problem of a meter in its tree; null if it fits. */
export function findTreeProblem(meter: TreeMeter, otherMeters: readonly TreeMeter[]): TreeProblem | null {
  const meterById = new Map(
    [...otherMeters.filter(({ id }) => id !== meter.id), meter].map((treeMeter) => [treeMeter.id, treeMeter]),
  )
  const parent = meter.parentId ? meterById.get(meter.parentId) : null
  if (parent && parent.kind !== 'meter') return 'virtualParent'
  if (parent && parent.medium !== meter.medium) return 'otherMedium'
  let ancestor = parent
  for (let steps = 0; ancestor; steps++) {
    if (ancestor.id === meter.id || steps > meterById.size) return 'circle'
    ancestor = ancestor.parentId ? meterById.get(ancestor.parentId) : null
  }
  if (meter.kind === 'meter') return null
  if (meter.members.length === 0) return 'noMembers'
  if (meter.members.includes(meter.id)) return 'ownMember'
  if (meter.kind === 'share' && meter.sharePercent === null) return 'noShare'
  if (meter.members.some((id) => (meterById.get(id)?.medium ?? meter.medium) !== meter.medium)) return 'otherMedium'
  return canReachMeter(meter.id, meter.members, meterById) ? 'circle' : null
}
/** True if the members of a virtual meter lead back to `targetId`, directly or over other virtual meters. */
function canReachMeter(
  targetId: string,
  startIds: readonly string[],
  meterById: ReadonlyMap<string, TreeMeter>,
): boolean {
  const visitedIds = new Set<string>()
  const pendingIds = [...startIds]
  for (let currentId = pendingIds.pop(); currentId !== undefined; currentId = pendingIds.pop()) {
    if (currentId === targetId) return true
    if (visitedIds.has(currentId)) continue
    visitedIds.add(currentId)
    pendingIds.push(...(meterById.get(currentId)?.members ?? []))
  }
  return false
}

/**
 * Returns the own use of each physical meter: its value minus those of the meters directly below it. The results add up
 * to the top meters, so nothing is counted twice. Negative if the meters below show more than their parent.
 */
export function calculateOwnUse(
  meters: readonly TreeMeter[],
  values: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const series = calculateOwnSeries(meters, new Map([...values].map(([id, value]) => [id, [value]])))
  return new Map([...series].map(([id, [ownValue]]) => [id, ownValue ?? 0]))
}
/** Returns the own use of each physical meter by slot. */
export function calculateOwnSeries(
  meters: readonly TreeMeter[],
  values: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<string, number[]> {
  const physicalMeters = meters.filter(({ kind }) => kind === 'meter')
  const ownValues = new Map(physicalMeters.map(({ id }) => [id, [...(values.get(id) ?? [])]]))
  for (const { id, parentId } of physicalMeters) {
    const parentValues = parentId && ownValues.get(parentId)
    if (parentValues)
      for (const [slot, value] of (values.get(id) ?? []).entries())
        parentValues[slot] = (parentValues[slot] ?? 0) - value
  }
  return ownValues
}

export interface MeterLoss {
  readonly id: string
  readonly used: number
  /** Sum of the meters directly below. */
  readonly usedBelow: number
  /** `used` minus `usedBelow`: losses and consumers without a meter. */
  readonly loss: number
  /** % of `used`; null when nothing was used. */
  readonly lossPercent: number | null
}
/** Returns the loss between each parent meter and the meters below it. */
export function calculateLosses(meters: readonly TreeMeter[], values: ReadonlyMap<string, number>): MeterLoss[] {
  const ownValues = calculateOwnUse(meters, values)
  const parentIds = new Set(meters.flatMap(({ kind, parentId }) => (kind === 'meter' && parentId ? [parentId] : [])))
  return [...parentIds].flatMap((id) => {
    const loss = ownValues.get(id)
    if (loss === undefined) return []
    const used = values.get(id) ?? 0
    return [{ id, used, usedBelow: used - loss, loss, lossPercent: used > 0 ? (loss / used) * 100 : null }]
  })
}
