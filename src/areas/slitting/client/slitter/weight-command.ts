/** Reads and changes the weights in an unsent command on the rolls of a set. */

/** One roll in an unsent command. */
export interface CommandRoll {
  rollId?: string | null
  lane?: number | null
  kg?: number | null
  /** The weight the person saw. */
  seenKg?: number | null
}
/** Returns the rolls in the body of an unsent command. */
export const getCommandRolls = (body: Readonly<Record<string, unknown>>): readonly CommandRoll[] =>
  (body['rolls'] as readonly CommandRoll[] | undefined) ?? []
const hasOtherChanges = ({
  rollId: _rollId,
  lane: _lane,
  kg: _kg,
  seenKg: _seenKg,
  ...otherFields
}: CommandRoll): boolean => Object.keys(otherFields).length > 0

/** A roll that two people weighed differently. `kg` is the weight of the other person. */
interface ConflictingWeight {
  readonly id: string
  readonly lane: number
  readonly kg: number | null
}
const isSameRoll = (roll: CommandRoll, theirs: ConflictingWeight): boolean =>
  roll.rollId ? roll.rollId === theirs.id : roll.lane === theirs.lane

/**
 * Returns the body of the command, changed so that the weight of this phone replaces the weight of the other person.
 */
export const keepMyWeight = (
  body: Readonly<Record<string, unknown>>,
  theirs: ConflictingWeight,
): Record<string, unknown> => ({
  ...body,
  rolls: getCommandRolls(body).map((roll) => (isSameRoll(roll, theirs) ? { ...roll, seenKg: theirs.kg } : roll)),
})
/**
 * Returns the body of the command without this phone's weight of the roll; null if nothing is left.
 * @param hasOtherEffects true if the command does more to its rolls than changing weights
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
