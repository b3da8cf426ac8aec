/** Weights in a step on rolls of a set that this phone holds still: which roll each is of, and how they are changed. */

/** One roll in such a step. */
export interface SaidRoll {
  rollId?: string | null
  lane?: number | null
  kg?: number | null
  /** What the person saw it weigh. */
  seenKg?: number | null
}
export const saidRolls = (body: Readonly<Record<string, unknown>>): readonly SaidRoll[] =>
  (body['rolls'] as readonly SaidRoll[] | undefined) ?? []
const saysMore = ({ rollId: _rollId, lane: _lane, kg: _kg, seenKg: _seenKg, ...more }: SaidRoll): boolean =>
  Object.keys(more).length > 0

/** A roll of which two weights are known, and who weighed it as `theirs`. */
interface Weighed {
  readonly id: string
  readonly lane: number
  readonly kg: number | null
}
const isOf = (roll: SaidRoll, theirs: Weighed): boolean =>
  roll.rollId ? roll.rollId === theirs.id : roll.lane === theirs.lane

/** The step with this phone's weight over the one that somebody else has said. */
export const mineOver = (body: Readonly<Record<string, unknown>>, theirs: Weighed): Record<string, unknown> => ({
  ...body,
  rolls: saidRolls(body).map((roll) => (isOf(roll, theirs) ? { ...roll, seenKg: theirs.kg } : roll)),
})
/** The step without its weight of that roll; null when it says nothing then. `goesOn`: it does more with its rolls than weigh them. */
export function theirsStands(
  body: Readonly<Record<string, unknown>>,
  theirs: Weighed,
  goesOn: boolean,
): Record<string, unknown> | null {
  const rolls = saidRolls(body).flatMap((roll) => {
    if (!isOf(roll, theirs)) return [roll]
    const { kg: _kg, seenKg: _seenKg, ...rest } = roll
    return goesOn || saysMore(roll) ? [rest] : []
  })
  return rolls.length > 0 ? { ...body, rolls } : null
}
