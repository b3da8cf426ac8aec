/** Merges edits that two people made to the same version of a row; conflicts are left for a person to decide. */

export type Fields = Readonly<Record<string, unknown>>

export interface FieldConflict {
  readonly field: string
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export type Merge =
  | { readonly ok: true; readonly merged: Fields }
  /** `merged` contains everything; conflicting fields have their value until somebody chooses. */
  | { readonly ok: false; readonly merged: Fields; readonly conflicts: readonly FieldConflict[] }

/**
 * Merges two edits field by field. A field that is absent or undefined in an edit was not touched; null clears it.
 * Changing a field to the same value is no conflict. Lists and objects count as one value, so two additions to a list
 * conflict, except in lists with independent or identified entries.
 * @param joined lists with independent entries, and the maximum length of each
 * @param keyed lists whose entries are identified by a field: they are merged entry by entry. In a conflict both sides
 * contain the entries that only one person changed, so neither choice loses them
 */
export function mergeEdits(
  base: Fields,
  mine: Fields,
  theirs: Fields,
  joined: ReadonlyMap<string, number> = new Map(),
  keyed: ReadonlyMap<string, Keyed> = new Map(),
): Merge {
  const merged = new Map<string, unknown>()
  const conflicts: FieldConflict[] = []
  for (const field of new Set([...Object.keys(base), ...Object.keys(theirs), ...Object.keys(mine)])) {
    const was = read(base, field)
    const my = touched(mine, field) ? read(mine, field) : was
    const their = touched(theirs, field) ? read(theirs, field) : was
    const iChanged = !same(was, my)
    const theyChanged = !same(was, their)
    if (iChanged && theyChanged && !same(my, their)) {
      const all = joinLists(was, my, their)
      if (all && all.length <= (joined.get(field) ?? -1)) {
        merged.set(field, all)
        continue
      }
      const sides = joinEntries(was, my, their, keyed.get(field))
      if (sides && same(sides.mine, sides.theirs)) {
        merged.set(field, sides.theirs)
        continue
      }
      conflicts.push({ field, base: was, mine: sides?.mine ?? my, theirs: sides?.theirs ?? their })
    }
    const value = theyChanged || my === undefined ? their : my
    if (value !== undefined) merged.set(field, value)
  }
  const rows = Object.fromEntries(merged)
  return conflicts.length === 0 ? { ok: true, merged: rows } : { ok: false, merged: rows, conflicts }
}

/**
 * Merges two lists: additions of both sides, minus removals of either. Null if both changed the same entry, or one the
 * order.
 */
function joinLists(base: unknown, mine: unknown, theirs: unknown): unknown[] | null {
  const [was, my, their] = [base ?? [], mine ?? [], theirs ?? []]
  if (!Array.isArray(was) || !Array.isArray(my) || !Array.isArray(their)) return null
  const [myGone, theirGone] = [without(was, my), without(was, their)]
  const [myNew, theirNew] = [without(my, was), without(their, was)]
  const keptOrder =
    same(without(was, myGone), without(my, myNew)) && same(without(was, theirGone), without(their, theirNew))
  const bothTook = without(myGone, theirGone).length < myGone.length
  if (!keptOrder || bothTook) return null
  return [...without(their, myGone), ...without(myNew, theirNew)]
}
/** The field that identifies the entries of a list, and the maximum number of entries. */
export interface Keyed {
  readonly key: string
  readonly max: number
}
/**
 * Merges a list entry by entry, in the order of `theirs` with new entries of `mine` at the end. Entries that both
 * changed stay different on the two sides. Null if entries cannot be identified or are too many.
 */
function joinEntries(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  keyed: Keyed | undefined,
): { mine: unknown[]; theirs: unknown[] } | null {
  if (!keyed) return null
  const [was, my, their] = [base, mine, theirs].map((list) => byKey(list ?? [], keyed.key))
  if (!was || !my || !their) return null
  const sides: { mine: unknown[]; theirs: unknown[] } = { mine: [], theirs: [] }
  for (const key of new Set([...their.keys(), ...my.keys()])) {
    const [w, m, t] = [was.get(key), my.get(key), their.get(key)]
    const [mineSays, theirsSays] = same(w, m) ? [t, t] : same(w, t) ? [m, m] : [m, t]
    if (mineSays) sides.mine.push(mineSays)
    if (theirsSays) sides.theirs.push(theirsSays)
  }
  return Math.max(sides.mine.length, sides.theirs.length) <= keyed.max ? sides : null
}
function byKey(list: unknown, key: string): Map<unknown, Fields> | null {
  if (!Array.isArray(list)) return null
  const entries = new Map((list as Fields[]).map((entry) => [read(entry, key), entry]))
  return entries.size === list.length && !entries.has(undefined) && !entries.has(null) && !entries.has('')
    ? entries
    : null
}
/** Multiset difference: each entry of `others` removes one equal entry of the list. */
function without(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const left = [...others]
  return list.filter((one) => {
    const at = left.findIndex((other) => same(one, other))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/**
 * True if two JSON values are equal. The order of object keys does not matter (the database sorts them), the order of a
 * list does. Null, undefined and an absent key are equal.
 */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true
  if (a == null || b == null) return a == null && b == null
  if (typeof a !== 'object' || typeof b !== 'object') return false
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => same(one, b[i]))
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
    same(read(a as Fields, key), read(b as Fields, key)),
  )
}

function touched(edit: Fields, field: string): boolean {
  return Object.hasOwn(edit, field) && edit[field] !== undefined
}

function read(fields: Fields, field: string): unknown {
  return Object.hasOwn(fields, field) ? fields[field] : undefined
}
