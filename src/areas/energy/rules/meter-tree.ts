/** Meters of energy in their tree: what each one shows, what virtual ones are made of, and what is lost on the way. */

export const energyMedia = ['electricity', 'gas', 'water', 'steam', 'compressedAir'] as const
export type EnergyMedium = (typeof energyMedia)[number]
/** `meter` counts by itself; the others are worked out from members: all of them, the first less the rest, a share of the first. */
export const energyMeterKinds = ['meter', 'sum', 'difference', 'share'] as const
export type EnergyMeterKind = (typeof energyMeterKinds)[number]
/** What a meter that serves several lines is shared out by. */
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
  /** Of a share, %. */
  readonly sharePercent: number | null
}
/** Of which meters a figure is made, each with its factor. */
export type Weights = ReadonlyMap<string, number>

function factorsOf({ kind, members, sharePercent }: TreeMeter): [string, number][] {
  if (kind === 'share') return members.slice(0, 1).map((id) => [id, (sharePercent ?? 0) / 100])
  return members.map((id, index) => [id, kind === 'difference' && index > 0 ? -1 : 1])
}

/** What every meter is made of, in meters that count by themselves. One in a circle, or with a member that is gone, is made of nothing. */
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

/** A figure of any meter from those of the meters that count. */
export const weighed = (weights: Weights | undefined, figures: ReadonlyMap<string, number>): number =>
  [...(weights ?? [])].reduce((sum, [id, factor]) => sum + factor * (figures.get(id) ?? 0), 0)

export type TreeProblem = 'circle' | 'virtualParent' | 'otherMedium' | 'noMembers' | 'ownMember' | 'noShare'
/** What is wrong with a meter in its tree; null when it fits. */
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
 * What each meter that counts has for itself: its own figure less those of the meters below it. The sum of all is the sum of
 * the meters at the top, so that nothing is counted twice. Negative where the meters below show more than the one above.
 */
export function ownUse(
  meters: readonly TreeMeter[],
  figures: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const series = ownSeries(meters, new Map([...figures].map(([id, figure]) => [id, [figure]])))
  return new Map([...series].map(([id, [own]]) => [id, own ?? 0]))
}
/** The same of figures slot by slot. */
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
  /** What the meters below it show together. */
  readonly below: number
  /** `used` less `below`: losses, and what has no meter of its own. */
  readonly loss: number
  /** % of `used`; null when nothing was used. */
  readonly lossPercent: number | null
}
/** Of every meter with meters below it, what is lost between them. */
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
