/** Merges edits that two people made to the same version of a row; conflicts are left for a person to decide. */

/** Field values of a row, or of an edit of a row. */
export type EditFields = Readonly<Record<string, unknown>>

/** A field that both people have changed to different values. */
export interface FieldConflict {
  readonly field: string
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

/** The merged edit, with the conflicts that a person must decide. */
export type MergeResult =
  | { readonly ok: true; readonly merged: EditFields }
  /** In `merged`, a field with a conflict has the value of `theirs` until a person chooses. */
  | { readonly ok: false; readonly merged: EditFields; readonly conflicts: readonly FieldConflict[] }

/**
 * Merges two edits field by field. A field that is absent or undefined in an edit was not touched; null clears it.
 * Changing a field to the same value is not a conflict. Lists and objects count as one value, so two additions to a
 * list conflict, except in lists with independent or identified entries.
 * @param listLimits lists with independent entries, and the maximum length of each
 * @param keyedLists lists whose entries are identified by a field; such lists are merged entry by entry. In a conflict,
 * `mine` and `theirs` both contain the entries that only one person changed, so neither choice loses them
 */
export function mergeEdits(
  base: EditFields,
  mine: EditFields,
  theirs: EditFields,
  listLimits: ReadonlyMap<string, number> = new Map(),
  keyedLists: ReadonlyMap<string, KeyedList> = new Map(),
): MergeResult {
  const merged = new Map<string, unknown>()
  const conflicts: FieldConflict[] = []
  for (const field of new Set([...Object.keys(base), ...Object.keys(theirs), ...Object.keys(mine)])) {
    const baseValue = readField(base, field)
    const myValue = isTouched(mine, field) ? readField(mine, field) : baseValue
    const theirValue = isTouched(theirs, field) ? readField(theirs, field) : baseValue
    const iChanged = !isSameValue(baseValue, myValue)
    const theyChanged = !isSameValue(baseValue, theirValue)
    if (iChanged && theyChanged && !isSameValue(myValue, theirValue)) {
      const mergedList = mergeIndependentEntries(baseValue, myValue, theirValue)
      if (mergedList && mergedList.length <= (listLimits.get(field) ?? -1)) {
        merged.set(field, mergedList)
        continue
      }
      const mergedSides = mergeKeyedEntries(baseValue, myValue, theirValue, keyedLists.get(field))
      if (mergedSides && isSameValue(mergedSides.mine, mergedSides.theirs)) {
        merged.set(field, mergedSides.theirs)
        continue
      }
      conflicts.push({
        field,
        base: baseValue,
        mine: mergedSides?.mine ?? myValue,
        theirs: mergedSides?.theirs ?? theirValue,
      })
    }
    const value = theyChanged || myValue === undefined ? theirValue : myValue
    if (value !== undefined) merged.set(field, value)
  }
  const mergedFields = Object.fromEntries(merged)
  return conflicts.length === 0 ? { ok: true, merged: mergedFields } : { ok: false, merged: mergedFields, conflicts }
}

/**
 * Merges two lists: adds the additions of both sides and removes the removals of both sides. Null if both sides changed
 * the same entry, or if one side changed the order.
 */
function mergeIndependentEntries(base: unknown, mine: unknown, theirs: unknown): unknown[] | null {
  const [baseList, myList, theirList] = [base ?? [], mine ?? [], theirs ?? []]
  if (!Array.isArray(baseList) || !Array.isArray(myList) || !Array.isArray(theirList)) return null
  const [myRemoved, theirRemoved] = [subtractEntries(baseList, myList), subtractEntries(baseList, theirList)]
  const [myAdded, theirAdded] = [subtractEntries(myList, baseList), subtractEntries(theirList, baseList)]
  const isOrderUnchanged =
    isSameValue(subtractEntries(baseList, myRemoved), subtractEntries(myList, myAdded)) &&
    isSameValue(subtractEntries(baseList, theirRemoved), subtractEntries(theirList, theirAdded))
  const haveBothRemovedSameEntry = subtractEntries(myRemoved, theirRemoved).length < myRemoved.length
  if (!isOrderUnchanged || haveBothRemovedSameEntry) return null
  return [...subtractEntries(theirList, myRemoved), ...subtractEntries(myAdded, theirAdded)]
}
/** The field that identifies the entries of a list, and the maximum number of entries. */
export interface KeyedList {
  readonly key: string
  readonly max: number
}
/**
 * Merges a list entry by entry, in the order of `theirs` with new entries of `mine` at the end. Entries that both
 * changed stay different on the two sides. Null if entries cannot be identified or are too many.
 */
function mergeKeyedEntries(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  keyedList: KeyedList | undefined,
): { mine: unknown[]; theirs: unknown[] } | null {
  if (!keyedList) return null
  const [baseEntries, myEntries, theirEntries] = [base, mine, theirs].map((list) =>
    indexByKey(list ?? [], keyedList.key),
  )
  if (!baseEntries || !myEntries || !theirEntries) return null
  const sides: { mine: unknown[]; theirs: unknown[] } = { mine: [], theirs: [] }
  for (const key of new Set([...theirEntries.keys(), ...myEntries.keys()])) {
    const [baseEntry, myEntry, theirEntry] = [baseEntries.get(key), myEntries.get(key), theirEntries.get(key)]
    const iChanged = !isSameValue(baseEntry, myEntry)
    const onlyIChanged = iChanged && isSameValue(baseEntry, theirEntry)
    const myMergedEntry = iChanged ? myEntry : theirEntry
    const theirMergedEntry = onlyIChanged ? myEntry : theirEntry
    if (myMergedEntry) sides.mine.push(myMergedEntry)
    if (theirMergedEntry) sides.theirs.push(theirMergedEntry)
  }
  return Math.max(sides.mine.length, sides.theirs.length) <= keyedList.max ? sides : null
}
function indexByKey(list: unknown, key: string): Map<unknown, EditFields> | null {
  if (!Array.isArray(list)) return null
  const entries = new Map((list as EditFields[]).map((entry) => [readField(entry, key), entry]))
  return entries.size === list.length && !entries.has(undefined) && !entries.has(null) && !entries.has('')
    ? entries
    : null
}
/** Multiset difference: each entry of `others` removes one equal entry of the list. */
function subtractEntries(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const unmatchedOthers = [...others]
  return list.filter((entry) => {
    const otherIndex = unmatchedOthers.findIndex((other) => isSameValue(entry, other))
    if (otherIndex >= 0) unmatchedOthers.splice(otherIndex, 1)
    return otherIndex < 0
  })
}

/**
 * True if two JSON values are equal. The order of object keys does not matter (the database sorts them), the order of a
 * list does. Null, undefined and an absent key are equal.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true
  if (a == null || b == null) return a == null && b == null
  if (typeof a !== 'object' || typeof b !== 'object') return false
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((entry, i) => isSameValue(entry, b[i]))
    )
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
    isSameValue(readField(a as EditFields, key), readField(b as EditFields, key)),
  )
}

function isTouched(edit: EditFields, field: string): boolean {
  return Object.hasOwn(edit, field) && edit[field] !== undefined
}

function readField(fields: EditFields, field: string): unknown {
  return Object.hasOwn(fields, field) ? fields[field] : undefined
}
