/** The tree of energy meters: values of virtual meters, own consumption of each meter, and losses between levels. */

export const energyMedia = ['electricity', 'gas', 'water', 'steam', 'compressedAir'] as const
export type EnergyMedium = (typeof energyMedia)[number]
/**
 * `meter` counts by itself. The others are calculated from members: the sum of all, the first minus the others, or a
 * share of the first.
 */
export const energyMeterKinds = ['meter', 'sum', 'difference', 'share'] as const
export type EnergyMeterKind = (typeof energyMeterKinds)[number]
/** Keys by which a meter that serves several lines is allocated to them. */
export const allocationKeys = ['none', 'runHours', 'electricity', 'kg'] as const
export type AllocationKey = (typeof allocationKeys)[number]

/** The unit in which each medium is counted. */
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
/** Factors of the counting meters that a value is made of, by meter id. */
export type Weights = ReadonlyMap<string, number>

function factorsOf({ kind, members, sharePercent }: TreeMeter): [string, number][] {
  if (kind === 'share') return members.slice(0, 1).map((id) => [id, (sharePercent ?? 0) / 100])
  return members.map((id, index) => [id, kind === 'difference' && index > 0 ? -1 : 1])
}

/** Resolves every meter to factors of counting meters. Cyclic or missing members contribute nothing. */
export function weightsOf(meters: readonly TreeMeter[]): ReadonlyMap<string, Weights> {
  const byId = new Map(meters.map((one) => [one.id, one]))
  const known = new Map<string, Weights>()
  const resolve = (id: string, above: ReadonlySet<string>): Weights => {
    const done = known.get(id)
    if (done) return done
    const one = byId.get(id)
    if (!one || above.has(id)) return new Map()
    if (one.kind === 'meter') return new Map([[id, 1]])
    const sum = new Map<string, number>()
    for (const [member, factor] of factorsOf(one))
      for (const [of, part] of resolve(member, new Set([...above, id]))) sum.set(of, (sum.get(of) ?? 0) + factor * part)
    return sum
  }
  for (const { id } of meters) known.set(id, resolve(id, new Set()))
  return known
}

/** Returns the value of any meter from the values of the counting meters. */
export const weighed = (weights: Weights | undefined, figures: ReadonlyMap<string, number>): number =>
  [...(weights ?? [])].reduce((sum, [id, factor]) => sum + factor * (figures.get(id) ?? 0), 0)

export type TreeProblem = 'circle' | 'virtualParent' | 'otherMedium' | 'noMembers' | 'ownMember' | 'noShare'
/** Returns the problem of a meter in its tree; null if it fits. */
export function treeProblem(one: TreeMeter, others: readonly TreeMeter[]): TreeProblem | null {
  const byId = new Map([...others.filter(({ id }) => id !== one.id), one].map((each) => [each.id, each]))
  const parent = one.parentId ? byId.get(one.parentId) : null
  if (parent && parent.kind !== 'meter') return 'virtualParent'
  if (parent && parent.medium !== one.medium) return 'otherMedium'
  for (let at = parent, steps = 0; at; at = at.parentId ? byId.get(at.parentId) : null, steps++)
    if (at.id === one.id || steps > byId.size) return 'circle'
  if (one.kind === 'meter') return null
  if (one.members.length === 0) return 'noMembers'
  if (one.members.includes(one.id)) return 'ownMember'
  if (one.kind === 'share' && one.sharePercent === null) return 'noShare'
  if (one.members.some((id) => (byId.get(id)?.medium ?? one.medium) !== one.medium)) return 'otherMedium'
  return reaches(one.id, one.members, byId) ? 'circle' : null
}
function reaches(id: string, from: readonly string[], byId: ReadonlyMap<string, TreeMeter>): boolean {
  const seen = new Set<string>()
  const open = [...from]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === id) return true
    if (seen.has(at)) continue
    seen.add(at)
    open.push(...(byId.get(at)?.members ?? []))
  }
  return false
}

/**
 * Returns the own use of each counting meter: its value minus those of the meters directly below it. The results sum to
 * the top meters, so nothing is counted twice. Negative if the meters below show more than their parent.
 */
export function ownUse(
  meters: readonly TreeMeter[],
  figures: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const series = ownSeries(meters, new Map([...figures].map(([id, figure]) => [id, [figure]])))
  return new Map([...series].map(([id, [own]]) => [id, own ?? 0]))
}
/** Returns the own use of each counting meter by slot. */
export function ownSeries(
  meters: readonly TreeMeter[],
  figures: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<string, number[]> {
  const counting = meters.filter(({ kind }) => kind === 'meter')
  const own = new Map(counting.map(({ id }) => [id, [...(figures.get(id) ?? [])]]))
  for (const { id, parentId } of counting) {
    const parent = parentId && own.get(parentId)
    if (parent)
      for (const [slot, figure] of (figures.get(id) ?? []).entries()) parent[slot] = (parent[slot] ?? 0) - figure
  }
  return own
}

export interface Loss {
  readonly id: string
  readonly used: number
  /** Sum of the meters directly below. */
  readonly below: number
  /** `used` minus `below`: losses and consumers without a meter. */
  readonly loss: number
  /** % of `used`; null when nothing was used. */
  readonly lossPercent: number | null
}
/** Returns the loss between each parent meter and the meters below it. */
export function lossesOf(meters: readonly TreeMeter[], figures: ReadonlyMap<string, number>): Loss[] {
  const own = ownUse(meters, figures)
  const parents = new Set(meters.flatMap(({ kind, parentId }) => (kind === 'meter' && parentId ? [parentId] : [])))
  return [...parents].flatMap((id) => {
    const loss = own.get(id)
    if (loss === undefined) return []
    const used = figures.get(id) ?? 0
    return [{ id, used, below: used - loss, loss, lossPercent: used > 0 ? (loss / used) * 100 : null }]
  })
}
