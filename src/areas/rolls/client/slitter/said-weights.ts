/** Reads and changes the weights in an unsent command on the rolls of a set. */

/** One roll in such a command. */
export interface SaidRoll {
  rollId?: string | null
  lane?: number | null
  kg?: number | null
  /** The weight the person saw. */
  seenKg?: number | null
}
/** Returns the rolls in the body of such a command. */
export const saidRolls = (body: Readonly<Record<string, unknown>>): readonly SaidRoll[] =>
  (body['rolls'] as readonly SaidRoll[] | undefined) ?? []
const saysMore = ({ rollId: _rollId, lane: _lane, kg: _kg, seenKg: _seenKg, ...more }: SaidRoll): boolean =>
  Object.keys(more).length > 0

/** A roll with two conflicting weights; `kg` is the other person's. */
interface Weighed {
  readonly id: string
  readonly lane: number
  readonly kg: number | null
}
const isOf = (roll: SaidRoll, theirs: Weighed): boolean =>
  roll.rollId ? roll.rollId === theirs.id : roll.lane === theirs.lane

/** Returns the command with this phone's weight replacing the other person's. */
export const mineOver = (body: Readonly<Record<string, unknown>>, theirs: Weighed): Record<string, unknown> => ({
  ...body,
  rolls: saidRolls(body).map((roll) => (isOf(roll, theirs) ? { ...roll, seenKg: theirs.kg } : roll)),
})
/**
 * Returns the command without its weight of that roll; null if nothing is left. `hasOtherEffects`: the command also
 * changes the rolls in other ways.
 */
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
