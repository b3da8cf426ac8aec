/** Reads and changes the weights in an unsent command on the rolls of a set. */

/** One roll in such a command. */
export interface CommandRoll {
  rollId?: string | null
  lane?: number | null
  kg?: number | null
  /** The weight the person saw. */
  seenKg?: number | null
}
/** Returns the rolls in the body of such a command. */
export const getCommandRolls = (body: Readonly<Record<string, unknown>>): readonly CommandRoll[] =>
  (body['rolls'] as readonly CommandRoll[] | undefined) ?? []
const hasOtherChanges = ({
  rollId: _rollId,
  lane: _lane,
  kg: _kg,
  seenKg: _seenKg,
  ...otherFields
}: CommandRoll): boolean => Object.keys(otherFields).length > 0

/** A roll with two conflicting weights; `kg` is the other person's. */
interface ConflictingWeight {
  readonly id: string
  readonly lane: number
  readonly kg: number | null
}
const isSameRoll = (roll: CommandRoll, theirs: ConflictingWeight): boolean =>
  roll.rollId ? roll.rollId === theirs.id : roll.lane === theirs.lane

/** Returns the command with this phone's weight replacing the other person's. */
export const keepMyWeight = (
  body: Readonly<Record<string, unknown>>,
  theirs: ConflictingWeight,
): Record<string, unknown> => ({
  ...body,
  rolls: getCommandRolls(body).map((roll) => (isSameRoll(roll, theirs) ? { ...roll, seenKg: theirs.kg } : roll)),
})
/**
 * Returns the command without its weight of that roll; null if nothing is left. `hasOtherEffects`: the command also
 * changes the rolls in other ways.
 */
export function keepTheirWeight(
  body: Readonly<Record<string, unknown>>,
  theirs: ConflictingWeight,
  hasOtherEffects: boolean,
): Record<string, unknown> | null {
  const rolls = getCommandRolls(body).flatMap((roll) => {
    if (!isSameRoll(roll, theirs)) return [roll]
    const { kg: _kg, seenKg: _seenKg, ...rollWithoutWeight } = roll
    return hasOtherEffects || hasOtherChanges(roll) ? [rollWithoutWeight] : []
  })
  return rolls.length > 0 ? { ...body, rolls } : null
}
